import HTTPCore
import JSON
import World

/// Messages as JSON, without secrets.
enum MessageJSON {
  /// A message that clients sent or got.
  static func entry(_ view: JournalView, _ hub: ChannelHub) -> JSONValue {
    guard let frame = view.frame, let message = view.message else { return .null }
    var members = common(message)
    if view.entry.sequence > 0 { members["id"] = .number(JSONNumber(view.entry.sequence)) }
    members["time"] = .string(view.entry.time.iso8601Milliseconds)
    members["direction"] = .string(frame.direction.rawValue)
    members["payload"] = view.payload.map { Redaction.json($0) } ?? .null
    if frame.isTruncated { members["truncated"] = true }
    if let account = view.account { members["account"] = .string(account) }
    members["socket"] = .string(frame.socket)
    let violations = violations(view, message, hub)
    members["valid"] = .bool(violations.isEmpty)
    members["violations"] = .array(violations.map(JSONValue.string))
    members["delivered"] = .bool(frame.isDelivered ?? false)
    if !view.faults.isEmpty {
      members["faults"] = .array(view.faults.map { ["id": .string($0.id), "type": .string($0.type)] })
    }
    return .object(members)
  }

  /// A message that waits until it is released.
  static func held(_ held: ChannelHub.HeldMessage) -> JSONValue {
    var members = common(held.subject)
    members["time"] = .string(held.time.iso8601Milliseconds)
    members["payload"] = Redaction.json(held.payload)
    if let account = held.account { members["account"] = .string(account) }
    return .object(members)
  }

  /// A message in a line, such as `orders order.paid to a client`.
  static func line(_ view: JournalView) -> String {
    let direction = view.frame?.direction == .received ? "from a client" : "to a client"
    return "\(view.message?.channel ?? "") \(view.message?.name ?? "another message") \(direction)"
  }

  private static func common(_ message: ChannelMessage) -> JSONObject {
    var trigger: JSONObject = ["kind": .string(kind(message.cause))]
    switch message.cause {
    case .write(let record?): trigger["of"] = .string(record)
    case .message(let name?): trigger["of"] = .string(name)
    default: break
    }
    return [
      "api": .string(message.api), "channel": .string(message.channel),
      "message": message.name.map { .string($0) } ?? .null,
      "parameters": .object(
        JSONObject(message.parameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      "trigger": .object(trigger),
    ]
  }

  private static func kind(_ cause: ChannelMessage.Cause) -> String {
    switch cause {
    case .client: "client"
    case .write: "write"
    case .clock: "clock"
    case .connection: "connection"
    case .message: "message"
    case .test: "test"
    case .unknown: "unknown"
    }
  }

  /// How the payload leaves its schema: as its sender found, and after a fault as it arrived.
  private static func violations(_ view: JournalView, _ message: ChannelMessage, _ hub: ChannelHub) -> [String] {
    guard let frame = view.frame, frame.direction == .sent, frame.fault != nil else { return message.violations }
    guard let payload = view.payload else { return frame.isTruncated ? [] : ["the payload is not valid JSON"] }
    guard let name = message.name, let check = hub.checker(of: message.api) else { return message.violations }
    return check(message.channel, name, payload)
  }
}
