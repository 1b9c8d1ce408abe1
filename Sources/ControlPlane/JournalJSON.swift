import HTTPCore
import JSON
import World

/// Entries of the journal as JSON, secrets taken out.
enum JournalJSON {
  /// Everything that is known of an entry.
  static func entry(_ view: JournalView) -> JSONValue {
    var members = summary(view)
    if let exchange = view.exchange {
      members["request"] = request(exchange)
      if exchange.transmission != nil { members["response"] = response(exchange) }
    } else if let frame = view.frame {
      let cut = frame.isTruncated
      add(ShownContent(frame.message.bytes, contentType: nil, isCut: cut), "payload", isCut: cut, to: &members)
    }
    return .object(members)
  }

  /// The world whose journal it is.
  static func world(_ world: World) -> JSONValue {
    var members: JSONObject = ["id": .string(world.id)]
    if let name = world.name { members["name"] = .string(name) }
    return .object(members)
  }

  /// What identifies an entry, without headers and bodies.
  static func summary(_ view: JournalView) -> JSONObject {
    var members: JSONObject = [
      "kind": view.entry.isFrame ? "frame" : "exchange", "time": .string(view.entry.time.iso8601Milliseconds),
      "api": .string(view.api),
    ]
    // What is under way has no number yet.
    if view.entry.sequence > 0 { members["id"] = .number(JSONNumber(view.entry.sequence)) }
    if let path = view.paths.first { members["path"] = .string(path) }
    if let account = view.account { members["account"] = .string(account) }
    if let device = view.device { members["device"] = .string(device) }
    if let exchange = view.exchange { add(exchange, to: &members) }
    if let frame = view.frame { add(frame, to: &members) }
    if !view.faults.isEmpty {
      members["faults"] = .array(view.faults.map { ["id": .string($0.id), "type": .string($0.type)] })
    }
    if !view.deviations.isEmpty {
      members["deviations"] = .array(view.deviations.map(deviation))
    }
    return members
  }

  private static func add(_ exchange: JournalExchange, to members: inout JSONObject) {
    members["method"] = .string(exchange.request.method.rawValue.clipped(to: 100))
    members["status"] = exchange.status.map { .number(JSONNumber($0)) }
    members["remoteAddress"] = .string(exchange.request.remoteAddress)
    if exchange.transmission != nil {
      members["durationMicroseconds"] = .number(JSONNumber(Int(exchange.details.durationMicroseconds)))
    }
    if let operation = exchange.details.operationID { members["operationId"] = .string(operation) }
    let query = exchange.request.target.rawQuery
    if !query.isEmpty { members["query"] = .string(Redaction.query(query)) }
    members["ending"] = .string(ending(exchange))
    if let count = exchange.transmission?.contentBytes { members["sentBytes"] = .number(JSONNumber(count)) }
  }

  private static func add(_ frame: JournalFrame, to members: inout JSONObject) {
    members["socket"] = .string(frame.socket)
    members["direction"] = .string(frame.direction.rawValue)
    members["type"] = frame.isText ? "text" : "binary"
    members["payloadBytes"] = .number(JSONNumber(frame.payloadBytes))
    if let summary = FrameSummary.text(frame.message.bytes) { members["summary"] = .string(summary) }
  }

  private static func request(_ exchange: JournalExchange) -> JSONValue {
    let request = exchange.request
    var members: JSONObject = [
      "headers": headers(request.headers), "bodyBytes": .number(JSONNumber(exchange.requestBytes)),
    ]
    if !request.body.isEmpty {
      let isCut = request.body.count < exchange.requestBytes
      let content = ShownContent(request.body, contentType: request.headers["Content-Type"], isCut: isCut)
      add(content, "body", isCut: isCut, to: &members)
    }
    return .object(members)
  }

  /// What the client got of the answer.
  private static func response(_ exchange: JournalExchange) -> JSONValue {
    var members: JSONObject = ["bodyBytes": .number(JSONNumber(exchange.responseBytes))]
    if let response = exchange.response {
      members["status"] = .number(JSONNumber(response.status))
      members["headers"] = headers(response.headers)
      if exchange.isStreamed { members["streamed"] = true }
      let body = response.content.bytes
      if !body.isEmpty {
        let isCut = body.count < exchange.responseBytes
        let content = ShownContent(body, contentType: response.headers["Content-Type"], isCut: isCut)
        add(content, "body", isCut: isCut, to: &members)
      }
    }
    if let delivery = exchange.delivery {
      if delivery.delayMilliseconds > 0 {
        members["delayMilliseconds"] = .number(JSONNumber(delivery.delayMilliseconds))
      }
      if let pace = delivery.bytesPerSecond { members["bytesPerSecond"] = .number(JSONNumber(pace)) }
    }
    return .object(members)
  }

  private static func add(_ content: ShownContent, _ name: String, isCut: Bool, to members: inout JSONObject) {
    members[name] = content.value
    members["encoding"] = .string(content.encoding.rawValue)
    if isCut { members["truncated"] = true }
  }

  /// Names and values; a name that came more than once has a list.
  private static func headers(_ fields: HeaderFields) -> JSONValue {
    var members = JSONObject()
    for field in fields.fields where members[field.name] == nil {
      let values = fields.fields.filter { $0.name == field.name }.map { value -> JSONValue in
        .string(Redaction.header(value.name, value.value))
      }
      members[field.name] = values.count == 1 ? values[0] : .array(values)
    }
    return .object(members)
  }

  /// How the answer went out, or that it still does.
  static func ending(_ exchange: JournalExchange) -> String {
    exchange.transmission?.ending.rawValue ?? "underWay"
  }

  private static func deviation(_ deviation: JournalExchange.Deviation) -> JSONValue {
    let location = deviation.location
    let isSecret =
      location.hasPrefix("query ")
      ? Redaction.isSecretParameter(String(location.dropFirst("query ".count)))
      : Redaction.isSecret(Redaction.lastComponent(location))
    let message =
      isSecret
      ? Redaction.withoutQuotations(deviation.message) : deviation.message
    return ["location": .string(deviation.location), "message": .string(message)]
  }
}

/// How many entries are as a query asks, and how many more there may be: those that the journal has forgotten or could
/// not keep whole.
struct JournalCount {
  /// The entries that are known to be meant, those too whose answer is on its way.
  let found: Int
  /// Why there may be more and what to do, such as "500 exchanges were dropped; …"; nil when there are none.
  let doubt: String?
  /// The most that there may be more; `Int.max` when that is not known either.
  let possiblyMore: Int
  /// Entries and exchanges under way, all of them.
  let entries: [JournalEntry]
  /// The number of the newest entry that was counted.
  let position: Int

  /// Counts in what a journal has now.
  init(_ query: JournalQuery, in journal: Journal) {
    let contents = journal.contents()
    entries = contents.entries + contents.underWay
    position = contents.entries.last?.sequence ?? 0
    var (found, undecided) = (0, 0)
    for entry in entries {
      let view = JournalView(entry)
      if query.matches(view) { found += 1 } else if query.mayMatch(view) { undecided += 1 }
    }
    self.found = found
    guard journal.isOn else {
      (doubt, possiblyMore) = ("the journal is off; --journal says how much it keeps", .max)
      return
    }
    let lost = query.forgotten(contents)
    let reasons = [
      lost.exchanges > 0 ? "\(Self.amount(lost.exchanges, "exchange")) dropped" : nil,
      lost.frames > 0 ? "\(Self.amount(lost.frames, "frame")) dropped" : nil,
      undecided > 0 ? "of \(undecided) that may be meant, the end of the body was cut" : nil,
    ].compactMap { $0 }
    let advice = "; clear the journal before the test, or keep more with --journal and --journal-bytes"
    doubt = reasons.isEmpty ? nil : reasons.joined(separator: ", ") + advice
    possiblyMore = lost.exchanges + lost.frames + undecided
  }

  /// Whether the true count is in a range; nil when it is not known.
  func isIn(_ range: ClosedRange<Int>) -> Bool? {
    let (sum, isGreater) = found.addingReportingOverflow(possiblyMore)
    // No range goes further.
    let most = isGreater ? Int(Int32.max) : min(sum, Int(Int32.max))
    if range.contains(found), range.contains(most) { return true }
    return most < range.lowerBound || found > range.upperBound ? false : nil
  }

  /// "not known: 500 exchanges were dropped", with what to do.
  static func explanation(_ doubt: String) -> String { "not known: \(doubt)" }

  private static func amount(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) was" : "\(count) \(noun)s were"
  }
}

extension JournalCriterion {
  /// Whether it is about the body, of which the journal keeps the beginning only.
  fileprivate var isAboutBody: Bool {
    switch self {
    case .body, .bodyContains: true
    default: false
    }
  }
}

extension JournalQuery {
  /// Whether an entry may be meant for all that is known: only its body speaks against it, whose end was not kept.
  fileprivate func mayMatch(_ view: JournalView) -> Bool {
    let kept = view.body.count
    let isCut = view.exchange.map { kept < $0.requestBytes } ?? view.frame?.isTruncated ?? false
    guard isCut else { return false }
    return JournalQuery(criteria.filter { !$0.isAboutBody }).matches(view)
  }

  /// How many exchanges and frames are forgotten that may have been meant.
  fileprivate func forgotten(_ contents: Journal.Contents) -> (exchanges: Int, frames: Int) {
    var (wantsExchanges, wantsFrames) = (true, true)
    var (exchanges, frames) = (contents.lostExchanges.count, contents.lostFrames.count + contents.framesLeftOut)
    for criterion in criteria {
      switch criterion {
      case .isFrame(let isFrame): (wantsExchanges, wantsFrames) = (wantsExchanges && !isFrame, wantsFrames && isFrame)
      case .socket, .direction: wantsExchanges = false
      case .since(let point):
        if contents.lostExchanges.areBefore(point) { exchanges = 0 }
        // When frames were left out is not remembered.
        if contents.lostFrames.areBefore(point) { frames = contents.framesLeftOut }
      default: break
      }
    }
    return (wantsExchanges ? exchanges : 0, wantsFrames ? frames : 0)
  }
}

/// The journal as a file for other tools.
package enum HAREndpoints {
  /// The same file under two names: that of the format, and that under which a browser saves it.
  ///
  /// - Parameters:
  ///   - version: The server's, for the file's creator.
  package static func all(version: String) -> [Endpoint] {
    ["/_mock/har": "exportHAR", "/_mock/requests.har": "downloadHAR"].sorted { $0.key < $1.key }.map { path, name in
      Endpoint(.get, path, name, .open) { try export($0, version: version) }.slow(usesDatabase: false)
    }
  }

  private static func export(_ call: Call, version: String) throws(Problem) -> Response {
    let selection = try JournalRequest.Selection(call, defaultLimit: JournalRequest.maximumLimit)
    call.world.journal.awaitChecks()
    let views = call.world.journal.contents().entries.map(JournalView.init).filter { view in
      view.exchange != nil && selection.query.matches(view)
    }
    let chosen = Array(views.suffix(selection.limit))
    return .json(HARFile.write(selection.isNewestFirst ? chosen.reversed() : chosen, of: call.world, version: version))
  }
}

/// Exchanges as a HAR 1.2 document (http://www.softwareishard.com/blog/har-12-spec/), which browsers' tools open.
enum HARFile {
  /// The document.
  ///
  /// - Parameters:
  ///   - version: That of this server, which is named as the creator.
  static func write(_ views: [JournalView], of world: World, version: String) -> [UInt8] {
    var writer = JSONWriter(sortedKeys: false)
    writer.object { writer in
      writer.key("log")
      writer.object { writer in
        writer.member("version", "1.2")
        writer.member("creator", ["name": "mock-api", "version": .string(version)])
        writer.member("comment", .string("world \(world.id)" + (world.name.map { ": \($0)" } ?? "")))
        writer.key("entries")
        writer.array { writer in
          for view in views { if let exchange = view.exchange { writer.value(entry(view, exchange)) } }
        }
      }
    }
    return writer.bytes
  }

  private static func entry(_ view: JournalView, _ exchange: JournalExchange) -> JSONValue {
    let milliseconds = JSONValue(floatLiteral: Double(exchange.details.durationMicroseconds) / 1000)
    var comment = "\(view.api) \(view.operationID ?? "without an operation")"
    if exchange.transmission?.ending != .whole { comment += "; the answer's ending: \(JournalJSON.ending(exchange))" }
    return [
      "startedDateTime": .string(view.entry.time.iso8601Milliseconds), "time": milliseconds,
      "request": request(exchange), "response": response(exchange), "cache": [:],
      "timings": ["send": 0, "wait": milliseconds, "receive": 0], "comment": .string(comment),
    ]
  }

  private static func request(_ exchange: JournalExchange) -> JSONValue {
    let request = exchange.request
    var members: JSONObject = [
      "method": .string(request.method.rawValue.clipped(to: 100)), "url": .string(url(exchange)),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers(request.headers),
      "queryString": .array(parameters(request)), "headersSize": -1,
      "bodySize": .number(JSONNumber(exchange.requestBytes)),
    ]
    if !request.body.isEmpty {
      let type = request.headers["Content-Type"]
      let isCut = request.body.count < exchange.requestBytes
      var content: JSONObject = ["mimeType": .string(type ?? "application/octet-stream")]
      add(ShownContent(request.body, contentType: type, isCut: isCut), isCut: isCut, to: &content)
      members["postData"] = .object(content)
    }
    return .object(members)
  }

  /// What the client got; without a status 0 stands for it, and what went wrong is in `_error`, as in the files of
  /// browsers.
  private static func response(_ exchange: JournalExchange) -> JSONValue {
    let response = exchange.response
    let type = response?.headers["Content-Type"]
    let sentBytes = exchange.transmission?.contentBytes
    var content: JSONObject = [
      "size": .number(JSONNumber(sentBytes ?? exchange.responseBytes)), "mimeType": .string(type ?? "x-unknown"),
    ]
    let body = response?.content.bytes ?? []
    if !body.isEmpty {
      let isCut = body.count < exchange.responseBytes
      add(ShownContent(body, contentType: type, isCut: isCut), isCut: isCut, to: &content)
    }
    var members: JSONObject = [
      "status": .number(JSONNumber(response?.status ?? 0)), "statusText": "",
      "httpVersion": response == nil ? "" : "HTTP/1.1", "cookies": [], "headers": headers(response?.headers ?? [:]),
      "content": .object(content),
      "redirectURL": .string(Redaction.address(response?.headers["Location"] ?? "")), "headersSize": -1,
      "bodySize": .number(JSONNumber(sentBytes ?? -1)),
    ]
    if let ending = exchange.transmission?.ending, ending != .whole { members["_error"] = .string(ending.rawValue) }
    return .object(members)
  }

  private static func add(_ shown: ShownContent, isCut: Bool, to content: inout JSONObject) {
    content["text"] = .string(shown.text)
    if shown.encoding == .base64 { content["encoding"] = "base64" }
    if isCut { content["comment"] = "cut: the journal keeps the beginning only" }
  }

  /// The whole address, which the format wants.
  static func url(_ exchange: JournalExchange) -> String {
    "\(exchange.request.isSecure ? "https" : "http")://\(host(exchange.request))\(pathAndQuery(exchange))"
  }

  /// The path as the client sent it, and the query without its secrets.
  static func pathAndQuery(_ exchange: JournalExchange) -> String {
    let query = exchange.request.target.rawQuery
    return exchange.path + (query.isEmpty ? "" : "?" + Redaction.query(query))
  }

  private static func host(_ request: Request) -> String {
    request.target.authority ?? request.headers["Host"] ?? "localhost"
  }

  private static func headers(_ fields: HeaderFields) -> JSONValue {
    .array(
      fields.fields.map { field in
        ["name": .string(field.name), "value": .string(Redaction.header(field.name, field.value))]
      })
  }

  private static func parameters(_ request: Request) -> [JSONValue] {
    let parameters = (try? request.query())?.parameters ?? []
    return parameters.map { parameter in
      let isSecret = Redaction.isSecretParameter(parameter.name)
      return [
        "name": .string(parameter.name),
        "value": .string(isSecret ? Redaction.mark : Redaction.address(parameter.value)),
      ]
    }
  }
}
