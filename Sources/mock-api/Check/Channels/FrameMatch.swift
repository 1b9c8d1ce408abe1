import Contract
import HTTPCore
import JSON
import LiveAPIs
import Resources

/// Which message of the document a frame is, and how it deviates from that.
struct FrameMatch {
  /// The number of its channel in the connection.
  private(set) var channel: Int
  /// nil when it is none of them.
  private(set) var message: CheckedMessage?
  private(set) var deviations: [Deviation] = []
  /// The payload, as a text for one that is not JSON.
  private(set) var value = JSONValue.null
  /// What is wrong with a frame that is no message, and where.
  private(set) var location = ""
  private(set) var reason = ""

  /// Compares a frame with the messages of its channels.
  init(_ frame: HeardFrame, _ channels: [CheckedChannel]) {
    channel = frame.channels.first ?? 0
    var candidates = frame.channels.flatMap { number in channels[number].heard.map { (channel: number, message: $0) } }
    guard !candidates.isEmpty else {
      (location, reason) = ("", "came, but the document has no message of the server here")
      return
    }
    if let name = frame.name {
      let named = candidates.filter { Words.key($0.message.name) == Words.key(name) }
      if !named.isEmpty {
        candidates = named
      } else if frame.isNameCertain {
        (location, reason) = ("event", "is \"\(name.clipped(to: 60))\"; \(Self.known(candidates.map(\.message)))")
        return
      }
    }
    guard let values = Self.values(frame.content, candidates.map(\.message)) else {
      if case .binary = frame.content {
        reason = "is a binary message; \(Self.known(candidates.map(\.message)))"
      } else {
        reason = "is not JSON; \(Self.known(candidates.map(\.message)))"
      }
      location = "payload"
      return
    }
    candidates = zip(candidates, values).filter { $0.1 != nil }.map(\.0)
    let usable = values.compactMap(\.self)
    choose(among: candidates, usable)
  }

  /// The payload as each of some messages would have it: JSON, or a text; nil where none of them has such content.
  private static func values(_ content: HeardFrame.Content, _ messages: [CheckedMessage]) -> [JSONValue?]? {
    let bytes: [UInt8]
    switch content {
    case .value(let value): return messages.map { _ in value }
    case .text(let text): bytes = text
    case .binary(let binary): bytes = binary
    }
    let json = try? JSONParser.parse(bytes, limits: JSONLimits(maximumDepth: JSONLimits.greatestDepth))
    let text = String(validating: bytes, as: UTF8.self).map(JSONValue.string)
    let values = messages.map { message -> JSONValue? in
      let type = message.model.document.contentType.flatMap(MediaType.init)?.essence ?? "application/json"
      if type.hasSuffix("json") { return json }
      if type.hasPrefix("text/") { return text }
      // What other types hold is not known.
      return json ?? text ?? .null
    }
    return values.contains { $0 != nil } ? values : nil
  }

  private mutating func choose(among candidates: [(channel: Int, message: CheckedMessage)], _ values: [JSONValue]) {
    let payload = values[0]
    // Texts and JSON differ in what they are; all JSON is one value.
    let isOneValue = values.allSatisfy { $0 == payload }
    let recognition =
      isOneValue
      ? MessageRecognition(payload, candidates.map(\.message.model)) { model in
        candidates.first { $0.message.model.name == model.name }?.message.documented.allows(payload) ?? true
      }
      : zip(candidates, values).enumerated().first { $0.element.0.message.documented.allows($0.element.1) }.map {
        .one($0.offset)
      } ?? .unclear(Array(candidates.indices))
    switch recognition {
    case .one(let number): take(candidates[number], values[number], candidates[number].message.documented.deviations)
    case .unclear(let numbers) where numbers.isEmpty:
      value = payload
      let marks = MessageRecognition.marks(of: payload)
      location = marks.first.map { "payload \(JSONPointer([$0.name]))" } ?? "payload"
      let what = marks.first.map { "is \"\($0.value.clipped(to: 60))\"; " } ?? "is none of the messages; "
      reason = what + Self.known(candidates.map(\.message))
    case .unclear(let numbers):
      // The most similar one.
      let compared = numbers.map { ($0, candidates[$0].message.documented.deviations(values[$0])) }
      guard let best = compared.min(by: { $0.1.count < $1.1.count }) else { return }
      take(candidates[best.0], values[best.0]) { _ in best.1 }
    }
  }

  private mutating func take(
    _ candidate: (channel: Int, message: CheckedMessage), _ payload: JSONValue,
    _ compare: (JSONValue) -> [Deviation]
  ) {
    (channel, message, value) = (candidate.channel, candidate.message, payload)
    deviations = compare(payload)
  }

  private static let maximumNames = 12

  private static func known(_ messages: [CheckedMessage]) -> String {
    var names: [String] = []
    for message in messages where !names.contains(message.name) { names.append(message.name) }
    let more = names.count > maximumNames ? " and \(names.count - maximumNames) more" : ""
    return "documented \(names.count == 1 ? "is" : "are") \(names.prefix(maximumNames).joined(separator: ", "))\(more)"
  }
}
