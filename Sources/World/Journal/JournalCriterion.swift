import HTTPCore
import JSON

/// One condition on an entry.
package enum JournalCriterion: Sendable, Equatable {
  /// A time, or a number in the order of the entries.
  package enum Point: Sendable, Equatable {
    case time(Timestamp)
    case sequence(Int)
  }

  /// The condition on a header field or query parameter.
  package enum Expectation: Sendable, Equatable {
    case value(String)
    case present
    case absent
  }

  case path(PathGlob)
  case method(String)
  /// A code, any of a class, or none: `404`, `4xx`, `none`.
  case status(StatusPattern)
  case api(String)
  case operationID(String)
  case account(String)
  case remoteAddress(String)
  case device(String)
  case header(String, Expectation)
  case query(String, Expectation)
  /// A property of the request's body, or of the payload.
  case body(JSONPointer, JSONValue)
  case bodyContains(String)
  /// A text, in small letters, in what a list shows of the entry: see ``JournalView/shownText``.
  case text(String)
  /// An exchange that failed: see ``JournalView/isFailed``.
  case failed(Bool)
  /// At or after a time, or after a number.
  case since(Point)
  /// At or before a time, or up to a number.
  case until(Point)
  case isFrame(Bool)
  case socket(String)
  case direction(JournalFrame.Direction)
  /// The id or type of a fault that was applied.
  case fault(String)
  /// Whether any fault was applied.
  case hasFaults(Bool)
  case hasDeviations(Bool)
  case ending(Transmission.Ending)
  /// For frames: whether they arrived. Every exchange fulfils it.
  case delivered(Bool)
  /// A frame that says something on a channel.
  case isMessage
  /// The channel of a message, with values for parameters of its address.
  case channel(ChannelHub.Channel, [String: String])
  /// The name of a message.
  case message(String)
  /// What the payload of a message has: of objects some members, of everything else the same value.
  case payload(JSONPointer, JSONValue)

  /// A status code, a class of them, or none, such as for a response that was never sent.
  package struct StatusPattern: Sendable, Equatable, CustomStringConvertible {
    /// The text that was parsed.
    package let description: String
    /// nil for no status.
    private let range: ClosedRange<Int>?

    /// Parses `404`, `40x`, `4xx` or `none`; nil for anything else, such as an unknown class (RFC 9110 §15: 1xx to
    /// 5xx).
    package init?(_ text: String) {
      description = text
      guard text.lowercased() != "none" else {
        range = nil
        return
      }
      let bytes = Array(text.utf8)
      let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard bytes.count == 3, let first = digits.first, (0x31...0x35).contains(first),
        bytes[digits.count...].allSatisfy({ $0.lowercasedASCII == UInt8(ascii: "x") })
      else { return nil }
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      let width = digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1
      range = (value * width)...(value * width + width - 1)
    }

    /// Whether a status matches; nil stands for none.
    package func contains(_ status: Int?) -> Bool {
      guard let status, let range else { return status == nil && range == nil }
      return range.contains(status)
    }
  }
}

extension JournalCriterion {
  /// Whether an entry fulfils the condition.
  func holds(for view: JournalView) -> Bool {
    switch self {
    case .path(let glob): view.paths.contains { glob.matches($0, query: view.rawQuery) }
    case .method(let method): view.method == method
    case .status(let pattern): view.exchange?.transmission != nil && pattern.contains(view.status)
    case .ending(let ending): view.ending == ending
    case .delivered(let wanted): view.frame.map { $0.isDelivered == wanted } ?? true
    case .api(let api): view.api == api
    case .operationID(let id): view.operationID == id
    case .account(let account): view.account == account
    case .remoteAddress(let address): view.remoteAddress == address
    case .device(let id): view.device == id
    case .header(let name, let expected): expected.holds(for: view.requestHeaders.values(name))
    case .query(let name, let expected): expected.holds(for: view.query.values(name))
    case .body(let pointer, let value): view.json?[pointer].map { $0 == value } ?? false
    case .bodyContains(let text): view.body.firstRange(of: Array(text.utf8)) != nil
    case .text(let text): view.shownText.contains(text)
    case .failed(let wanted): view.isFailed == wanted
    case .since(.time(let time)): view.entry.time >= time
    case .since(.sequence(let number)): view.entry.sequence > number
    case .until(.time(let time)): view.entry.time <= time
    case .until(.sequence(let number)): view.entry.sequence <= number
    case .isFrame(let isFrame): view.entry.isFrame == isFrame
    case .socket(let socket): view.frame?.socket == socket
    case .direction(let direction): view.frame?.direction == direction
    case .fault(let fault): view.faults.contains { $0.id == fault || $0.type == fault }
    case .hasFaults(let wanted): view.faults.isEmpty != wanted
    case .hasDeviations(let wanted): view.deviations.isEmpty != wanted
    case .isMessage: view.message != nil
    case .channel(let channel, let parameters):
      view.message.map { message in
        message.api == channel.api && message.channel == channel.name
          && parameters.allSatisfy { name, value in message.parameters[name] == nil || message.parameters[name] == value
          }
      } ?? false
    case .message(let name): view.message?.name == name
    case .payload(let pointer, let value): view.payload?[pointer].map { $0.has(value) } ?? false
    }
  }
}

extension JournalCriterion.Expectation {
  fileprivate func holds(for values: [String]) -> Bool {
    switch self {
    case .value(let value): values.contains(value)
    case .present: !values.isEmpty
    case .absent: values.isEmpty
    }
  }
}

extension JournalCriterion {
  /// Why an entry does not fulfil the condition, in words: the found and the expected value. Secrets are omitted.
  func mismatch(_ view: JournalView) -> String {
    switch self {
    case .path(let glob):
      return "path was \(Self.quoted(view.paths.first ?? "")), expected \(Self.quoted(glob.description))"
    case .method(let method): return Self.sentence("method", view.method, method)
    case .status(let pattern): return "status was \(view.status.map(String.init) ?? "none"), expected \(pattern)"
    case .ending(let ending):
      let subject = view.frame == nil ? "the response" : "the frame"
      return "\(subject)'s ending was \(view.ending?.rawValue ?? "not known yet"), expected \(ending.rawValue)"
    case .delivered(let wanted):
      let found = view.frame?.isDelivered.map { $0 ? "was delivered" : "was not delivered" } ?? "is on its way"
      let ending = view.ending.map { " (ending \($0.rawValue))" } ?? ""
      return
        "the frame \(found)\(ending), expected one that was\(wanted ? "" : " not"); \"delivered\" says which are meant"
    case .api(let api): return Self.sentence("api", view.api, api)
    case .operationID(let id): return Self.sentence("operationId", view.operationID, id)
    case .account(let account): return Self.sentence("account", view.account, account)
    case .remoteAddress(let address): return Self.sentence("remoteAddress", view.remoteAddress, address)
    case .device(let id): return Self.sentence("device", view.device, id)
    case .header(let name, let expected):
      return Self.mismatch("header \(name)", Redaction.isSecretHeader(name), view.requestHeaders.values(name), expected)
    case .query(let name, let expected):
      return Self.mismatch(
        "query parameter \(name)", Redaction.isSecretParameter(name), view.query.values(name), expected)
    case .body(let pointer, let value): return Self.mismatch(pointer, value, view.json)
    case .bodyContains(let text): return "the body does not contain \(Self.quoted(text))"
    case .text(let text): return "the entry does not contain \(Self.quoted(text))"
    case .hasFaults(let wanted): return wanted ? "no fault was applied" : "a fault was applied"
    case .failed(let wanted): return wanted ? "the request did not fail" : "the request failed"
    case .since, .until: return "entry \(view.entry.sequence) of \(view.entry.time.iso8601) is not in the span of time"
    case .isFrame(let isFrame):
      return "it is \(isFrame ? "an exchange, expected a frame" : "a frame, expected a request")"
    case .socket(let socket): return Self.sentence("socket", view.frame?.socket, socket)
    case .direction(let direction):
      return Self.sentence("direction", view.frame?.direction.rawValue, direction.rawValue)
    case .fault(let fault):
      let types = view.faults.map(\.type)
      return types.isEmpty
        ? "no fault was applied, expected \(Self.quoted(fault))"
        : "the faults were \(types.joined(separator: ", ")), expected \(Self.quoted(fault))"
    case .isMessage: return "the frame says nothing on a channel"
    case .channel(let channel, let parameters):
      guard parameters.isEmpty || view.message?.channel != channel.name else {
        let shown = parameters.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.quoted($0.value))" }
        return "it was for another address, expected \(shown.joined(separator: ", "))"
      }
      return Self.sentence("channel", view.message?.channel, channel.name)
    case .message(let name): return Self.sentence("message", view.message?.name, name)
    case .payload(let pointer, let value): return Self.mismatch(pointer, value, view.payload, "payload")
    case .hasDeviations(let wanted):
      return wanted ? "the request is as documented" : "the request deviates from the documented contract"
    }
  }

  /// The distance of a value from the expected one: the edits between them, at most ``farthest``.
  func distance(_ view: JournalView) -> Int {
    guard case .path(let glob) = self else { return 0 }
    let limit = Self.farthest
    return view.paths.map { path in
      EditDistance.between(path.clipped(to: 80), glob.description.clipped(to: 80), limit: limit) ?? limit
    }.min() ?? limit
  }

  /// A distance at which values are not similar any more.
  static let farthest = 40

  private static func mismatch(
    _ pointer: JSONPointer, _ value: JSONValue, _ body: JSONValue?, _ what: String = "body"
  ) -> String {
    let name = pointer.tokens.joined(separator: ".").clipped(to: 100)
    let isSecret = pointer.tokens.contains(where: Redaction.isSecret)
    guard let body else { return "the \(what) is not JSON, expected the property \(name)" }
    guard let found = body[pointer] else { return "\(what) property \(name) is missing" }
    if isSecret { return "\(what) property \(name) has another value, which is not shown" }
    return "\(what) property \(name): \(shown(found)), expected \(shown(value))"
  }

  private static func mismatch(_ what: String, _ isSecret: Bool, _ found: [String], _ expected: Expectation) -> String {
    let what = what.clipped(to: 100)
    switch expected {
    case .absent: return "\(what) is there, expected none"
    case .present: return "\(what) is missing"
    case .value(let value):
      guard !found.isEmpty else { return "\(what) is missing" }
      if isSecret { return "\(what) has another value, which is not shown" }
      return sentence(what, found.joined(separator: ", "), value)
    }
  }

  private static func sentence(_ what: String, _ found: String?, _ expected: String) -> String {
    "\(what) was \(found.map { quoted(Redaction.address($0)) } ?? "not known"), expected \(quoted(expected))"
  }

  private static func shown(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.serialize(Redaction.json(value)), as: UTF8.self).clipped(to: 100)
  }

  private static func quoted(_ text: String) -> String { "\"\(text.clipped(to: 100))\"" }
}

extension JSONValue {
  /// Whether it has what another value has: of an object some members, which have theirs; of anything else the same value.
  fileprivate func has(_ part: JSONValue) -> Bool {
    guard let wanted = part.object else { return self == part }
    guard let own = object else { return false }
    return wanted.members.allSatisfy { member in own[member.key].map { $0.has(member.value) } ?? false }
  }
}
