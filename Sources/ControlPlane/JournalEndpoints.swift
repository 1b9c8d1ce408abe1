import Faults
import HTTPCore
import JSON
import Platform
import Synchronization
import World

/// Everything of the journal that the server has routes for.
package enum JournalEndpoints {
  /// The endpoints.
  ///
  /// - Parameters:
  ///   - version: The server's, for files and answers that name it.
  ///   - reset: What WireMock's reset does to a world.
  package static func all(version: String, reset: @escaping @Sendable (World) throws -> Void) -> [Endpoint] {
    RequestEndpoints.all + VerifyEndpoint.all + WaitEndpoint.all + EventEndpoint.all
      + HAREndpoints.all(version: version) + WireMockEndpoints.all(version: version, reset: reset)
  }
}

extension JournalQuery {
  /// Makes sure that entries of a world can be as asked.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` that tells the nearest condition that can be fulfilled.
  func requirePossible(in world: World) throws(Problem) {
    try requirePossible(in: world, faultTypes: FaultCatalogue.types.map { $0.name })
  }
}

/// What the calls of the journal have in common.
enum JournalRequest {
  /// The most entries of one answer, and those without a `limit`.
  static let maximumLimit = 10_000
  static let defaultLimit = 100

  /// Which entries a call wants: those of its query, the newest `limit` of them.
  struct Selection {
    let query: JournalQuery
    /// nil for all.
    let limit: Int?
    let isNewestFirst: Bool

    /// Reads the parameters of an address.
    ///
    /// - Parameters:
    ///   - defaultLimit: That of a call without `limit`; nil for all.
    /// - Throws: ``Problem`` of kind `invalidParameter`.
    init(
      _ call: Call, defaultLimit: Int? = JournalRequest.defaultLimit, maximumLimit: Int = JournalRequest.maximumLimit
    ) throws(Problem) {
      let parameters = try call.request.query()
      query = try JournalQueryReader.read(parameters, besides: ["limit", "order"], kind: .exchange)
      try query.requirePossible(in: call.world)
      limit = try parameters.integer("limit", in: 0...maximumLimit) ?? defaultLimit
      let order = parameters["order"] ?? "asc"
      guard order == "asc" || order == "desc" else {
        throw Problem(.invalidParameter, "\"order\" must be asc or desc", field: "order", value: order)
      }
      isNewestFirst = order == "desc"
    }
  }

  /// A JSON object whose members are all known.
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `invalidParameter`.
  static func object(_ call: Call, members: [String]) throws(Problem) -> JSONObject {
    let object = try call.request.jsonObject()
    for key in object.keys { try JournalQueryReader.requireKnown(key, among: members, what: "member") }
    return object
  }

  /// The query of a body's `match`; without one, every exchange. Of frames, those are counted that arrived, unless it says
  /// otherwise.
  static func match(_ object: JSONObject, _ world: World) throws(Problem) -> JournalQuery {
    switch object["match"] {
    case nil, .null?: return try JournalQueryReader.read(JSONObject(), kind: .exchange)
    case .object(let match)?:
      let query = try JournalQueryReader.read(match, kind: .exchange, frames: .delivered)
      try query.requirePossible(in: world)
      return query
    case let other?:
      throw Problem(.invalidParameter, "\"match\" must be an object, not \(other.typeName)", field: "match")
    }
  }

  /// A whole number of a body; nil when it is missing or null.
  static func integer(_ object: JSONObject, _ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let number = value.number?.integer, range.contains(number) else {
      throw Problem(
        .invalidParameter, "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        field: name)
    }
    return number
  }
}

/// What the world's clients asked, and what they were answered.
package enum RequestEndpoints {
  /// List, look up, count and forget.
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/requests", "listRequests", .open) { try list($0) }.slow(usesDatabase: false),
    Endpoint(.get, "/_mock/requests/{id}", "getRequest", .open) { try lookUp($0) },
    Endpoint(.delete, "/_mock/requests", "clearRequests", .open) { call in
      call.world.journal.removeAll()
      return .noContent
    },
    Endpoint(.post, "/_mock/requests/count", "countRequests", .open) { call in
      let query = try JournalRequest.match(JournalRequest.object(call, members: ["match"]), call.world)
      call.world.journal.awaitChecks()
      let count = JournalCount(query, in: call.world.journal)
      let doubt = count.doubt.explanation
      var members: JSONObject = ["count": .number(JSONNumber(count.found)), "known": .bool(doubt == nil)]
      if let doubt { members["message"] = .string(doubt) }
      return .json(.object(members))
    }.slow(usesDatabase: false).asking,
  ]

  private static func list(_ call: Call) throws(Problem) -> Response {
    let selection = try JournalRequest.Selection(call)
    call.world.journal.awaitChecks()
    let contents = call.world.journal.contents()
    let found = contents.entries.map(JournalView.init).filter { selection.query.matches($0) }
    let chosen = Array(found.suffix(selection.limit ?? found.count))
    var writer = JSONWriter(sortedKeys: false)
    writer.object { writer in
      writer.member("world", JournalJSON.world(call.world))
      writer.key("requests")
      writer.array { writer in
        for view in selection.isNewestFirst ? chosen.reversed() : chosen { writer.value(JournalJSON.entry(view)) }
      }
      writer.key("underWay")
      writer.array { writer in
        for view in contents.underWay.map(JournalView.init) where selection.query.matches(view) {
          writer.value(JournalJSON.entry(view))
        }
      }
      writer.member("total", .number(JSONNumber(found.count)))
      writer.member("dropped", .number(JSONNumber(contents.dropped)))
      writer.member("framesLeftOut", .number(JSONNumber(contents.framesLeftOut)))
    }
    return .json(writer.bytes)
  }

  private static func lookUp(_ call: Call) throws(Problem) -> Response {
    let entry = try JournalRequest.entry(call)
    return .json(JSONWriter.serialize(JournalJSON.entry(JournalView(entry)), sortedKeys: false))
  }
}

extension JournalRequest {
  /// The entry of a path's `id`.
  ///
  /// - Throws: ``Problem`` of kind `invalidParameter` or `notFound`.
  static func entry(_ call: Call) throws(Problem) -> JournalEntry {
    let text = call.parameters["id"]
    guard let id = Int(text), id > 0, !text.hasPrefix("+") else {
      throw Problem(.invalidParameter, "an entry's id is a whole number from 1", field: "id", value: text)
    }
    guard let entry = call.world.journal.contents(after: id - 1).entries.first, entry.sequence == id else {
      let isComing = id > call.world.journal.lastSequence
      throw Problem(
        .notFound,
        "the journal has no entry \(id)" + (isComing ? " yet" : "; it was cleared or had to make room for newer ones"))
    }
    return entry
  }
}

/// Whether the app called what it should have, and if not, what comes nearest to it.
package enum VerifyEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/requests/verify", "verifyRequests", .open) { try verify($0) }.slow(usesDatabase: false)
      .asking
  ]

  /// How many entries are expected.
  private struct Expectation {
    let range: ClosedRange<Int>
    let shown: JSONValue

    /// - Throws: ``Problem`` of kind `invalidParameter` when the numbers contradict one another.
    init(_ object: JSONObject) throws(Problem) {
      let counts = 0...Int(Int32.max)
      let exactly = try JournalRequest.integer(object, "exactly", in: counts)
      let least = try JournalRequest.integer(object, "atLeast", in: counts)
      let most = try JournalRequest.integer(object, "atMost", in: counts)
      if let exactly {
        guard least == nil, most == nil else {
          throw Problem(
            .invalidParameter, "\"exactly\" leaves no room for \"atLeast\" or \"atMost\"", field: "exactly")
        }
        (range, shown) = (exactly...exactly, ["exactly": .number(JSONNumber(exactly))])
        return
      }
      let lower = least ?? (most == nil ? 1 : 0)
      let upper = most ?? counts.upperBound
      guard lower <= upper else {
        throw Problem(.invalidParameter, "\"atLeast\" must not be greater than \"atMost\"", field: "atLeast")
      }
      range = lower...upper
      var members = JSONObject()
      if lower > 0 || most == nil { members["atLeast"] = .number(JSONNumber(lower)) }
      if let most { members["atMost"] = .number(JSONNumber(most)) }
      shown = .object(members)
    }
  }

  private static func verify(_ call: Call) throws(Problem) -> Response {
    let object = try JournalRequest.object(call, members: ["match", "exactly", "atLeast", "atMost"])
    let query = try JournalRequest.match(object, call.world)
    let expectation = try Expectation(object)
    call.world.journal.awaitChecks()
    let count = JournalCount(query, in: call.world.journal)
    let verdict = count.isIn(expectation.range)
    // When too many requests matched, near misses do not help.
    let isOfInterest = verdict != true && count.found <= expectation.range.upperBound
    let misses = isOfInterest ? NearMiss.nearest(to: query, among: count.entries) : []
    var members: JSONObject = [
      "satisfied": .bool(verdict == true), "known": .bool(verdict != nil), "count": .number(JSONNumber(count.found)),
      "expected": expectation.shown, "nearest": .array(misses.map(nearMiss)),
    ]
    if verdict == nil, let doubt = count.doubt.explanation { members["message"] = .string(doubt) }
    return .json(.object(members))
  }

  private static func nearMiss(_ miss: NearMiss) -> JSONValue {
    ["request": .object(JournalJSON.summary(miss.view)), "reasons": .array(miss.reasons.map(JSONValue.string))]
  }
}

/// The journal as it grows, by server-sent events (WHATWG HTML §9.2).
package enum EventEndpoint {
  package static let all: [Endpoint] = [
    Endpoint(.get, "/_mock/events", "followRequests", .open) { call in
      try events(call, keepAliveMilliseconds: keepAliveMilliseconds)
    }
  ]

  /// After so long without data, proxies and clients close a connection.
  private static let keepAliveMilliseconds = 15_000

  /// The stream; its first events are those behind `Last-Event-ID`, where that header is there.
  package static func events(_ call: Call, keepAliveMilliseconds: Int) throws(Problem) -> Response {
    let query = try JournalQueryReader.read(call.request.query(), besides: [], kind: .any)
    try query.requirePossible(in: call.world)
    let journal = call.world.journal
    var position = journal.lastSequence
    if let text = call.request.headers["Last-Event-ID"] {
      guard let last = Int(text.trimmingBlanks()), last >= 0 else {
        throw Problem(
          .invalidParameter, "\"Last-Event-ID\" must be the id of an event, a whole number", field: "Last-Event-ID",
          value: text)
      }
      // Of a journal that began anew, everything is new.
      position = last <= position ? last : 0
    }
    let stream = ContentStream()
    // The header section is sent at once, so that the client knows that it is connected.
    stream.push(Array(": events of world \(call.world.id)\n\n".utf8))
    let late = Atomic(0)
    let watch = JournalWatch(journal, after: position, stream: stream) { news, stream in
      if news.missed > 0 { stream.push(dropped(news.missed, by: "journal")) }
      for view in news.entries.lazy.map(JournalView.init) where query.matches(view) {
        let count = late.load(ordering: .relaxed)
        // Sent together with the event: a note this short would fit into a queue that has no room for the event.
        let note = count > 0 ? dropped(count, by: "reader") : []
        late.store(stream.push(note + event(view)) ? 0 : count + 1, ordering: .relaxed)
      }
      return .goOn
    }
    try watch.begin { _ in
      RealTimer(everyMilliseconds: keepAliveMilliseconds) { [weak stream] in
        stream?.push(Array(": keep-alive\n\n".utf8))
      }
    }
    return Response(
      status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
      content: .stream(stream))
  }

  private static func event(_ view: JournalView) -> [UInt8] {
    let kind = view.entry.isFrame ? "frame" : "exchange"
    return Array("id: \(view.entry.sequence)\nevent: \(kind)\ndata: ".utf8)
      + JSONWriter.serialize(.object(JournalJSON.summary(view)), sortedKeys: false) + Array("\n\n".utf8)
  }

  /// Says what is missing: because the reader was slow, or because the journal has forgotten it.
  private static func dropped(_ count: Int, by reason: String) -> [UInt8] {
    Array("event: dropped\ndata: {\"count\":\(count),\"by\":\"\(reason)\"}\n\n".utf8)
  }
}
