import Foundation
import HTTPCore
import World

/// Responses of several faults.
enum FaultResponse {
  /// Seconds of `Retry-After` if a test does not specify any.
  private static let retryAfter = "30"

  /// A refusal in the error shape of the request's own API, with the code that it documents for such a status. 429
  /// always has `Retry-After` (RFC 6585 §4).
  ///
  /// - Parameters:
  ///   - status: 400…599.
  static func problem(
    _ status: Int, _ message: String, _ headers: HeaderFields, _ context: FaultContext
  ) -> Problem {
    var headers = headers
    if status == 429, headers["Retry-After"] == nil { headers.append("Retry-After", retryAfter) }
    var details: [Problem.Detail] = []
    if let seconds = headers["Retry-After"] { details.append(Problem.Detail("retryAfter", seconds)) }
    if status >= 500 { details.append(Problem.Detail("errorId", context.errorID)) }
    return Problem(forcing: status, message, details: details, headers: headers)
  }

  /// A response that is never sent: it only determines how the connection ends.
  static func none(_ ending: ResponseDelivery.Ending) -> Response {
    var response = Response(status: 503)
    response.setDelivery { $0.ending = ending }
    return response
  }
}

extension Response {
  /// Ends the response in another way than with its last byte, unless an earlier fault does: of two such faults the
  /// first has an effect.
  ///
  /// - Returns: Whether it ends in this way now.
  mutating func end(_ ending: ResponseDelivery.Ending) -> Bool {
    guard (delivery?.ending ?? .whole) == .whole else { return false }
    setDelivery { $0.ending = ending }
    return true
  }
}

extension FaultContext {
  /// An id that a client can report; repeatable.
  fileprivate var errorID: String { Hex.encode(chance.bytes(8)) }
}

/// The headers that a test adds to a response.
enum AddedHeaders {
  private static let maximumCount = 32
  /// Headers that describe the connection: other values than the server's would break it.
  private static let reserved = ["content-length", "connection", "transfer-encoding", "date", "upgrade"]

  /// Reads `{NAME: value}`; no headers when it is absent.
  static func read(_ name: String, _ about: String, _ fields: inout FaultFields) -> HeaderFields {
    var headers = HeaderFields()
    guard let object = fields.optionalObject(name, about) else { return headers }
    guard object.count <= maximumCount else {
      fields.reject(name, "may have at most \(maximumCount) headers")
      return headers
    }
    for member in object.members {
      guard let value = member.value.string, FieldSyntax.isName(member.key), FieldSyntax.isValue(value) else {
        fields.reject(
          name, "must give each header a text of at most \(FieldSyntax.maximumLength) printable ASCII characters")
        continue
      }
      guard !reserved.contains(member.key.lowercased()) else {
        fields.reject(name, "may not have \(member.key), which belongs to the connection")
        continue
      }
      headers.append(member.key, value)
    }
    return headers
  }
}

/// The seconds of `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
  static func read(_ fields: inout FaultFields) -> Int {
    fields.integer("retryAfter", in: 0...86_400, default: 30, "the seconds of Retry-After")
  }
}

/// Selects the messages of a socket that a fault applies to. Heartbeats are never counted.
struct MessageSelector: Sendable {
  private let direction: FrameDirection?
  private let nth: Int?
  private let every: Int
  /// Messages of channels that are selected alone; nil for all.
  let channelMessages: ChannelSelection?
  private var seen = 0

  init(_ fields: inout FaultFields) {
    let range = 1...1_000_000_000
    direction = FrameDirection(
      rawValue: fields.choice(
        "direction", of: ["outgoing", "incoming", "both"], "which way the messages go, outgoing being to the client"))
    nth = fields.optionalInteger("nth", in: range, "only the message of this number, counted from 1 on each socket")
    every = fields.integer(
      "every", in: range, default: 1, "applies to every Nth message of a socket",
      absent: "each message, unless nth is set,")
    if nth != nil, fields.value("every") != nil { fields.reject("every", "must be omitted with nth") }
    let names = 1...1000
    channelMessages = ChannelSelection(
      channel: fields.optionalText("channel", length: names, "only messages of this channel, by its name"),
      message: fields.optionalText("message", length: names, "only messages of this name on a channel"))
    if channelMessages != nil, direction != .outgoing {
      fields.reject("direction", "must be outgoing with channel or message: these are known of the server's messages")
    }
  }

  /// Counts a message, and returns whether it is selected.
  mutating func takes(
    _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
  ) -> Bool {
    guard self.direction ?? direction == direction, !Heartbeat.isOne(message),
      channelMessages?.includes(subject) ?? true
    else { return false }
    seen &+= 1
    return if let nth { seen == nth } else { seen % every == 0 }
  }
}

/// A fault that has the same effect on all selected messages.
struct SelectedMessages: SocketFault {
  var selector: MessageSelector
  /// The effect on a message; nil when it would not change the message, so that the fault is not triggered.
  let effect: @Sendable (WebSocketMessage) -> FrameEffect?

  mutating func pass(
    _ message: WebSocketMessage, _ direction: FrameDirection, about subject: ChannelMessage?
  ) -> [FrameEffect] {
    selector.takes(message, direction, about: subject) ? [effect(message)].compactMap(\.self) : []
  }
}

/// A message with one changed byte. Text stays valid text, as WebSocket requires (RFC 6455 §5.6).
enum Corruption {
  static func of(_ message: WebSocketMessage, _ chance: WorldRandom) -> WebSocketMessage {
    switch message {
    case .text(let bytes): .text(text(bytes, chance))
    case .binary(let bytes): .binary(binary(bytes, chance))
    }
  }

  /// Replaces the first ASCII character after a random position by `~`.
  private static func text(_ bytes: [UInt8], _ chance: WorldRandom) -> [UInt8] {
    let tilde = UInt8(ascii: "~")
    let start = place(in: bytes, chance)
    let isASCII: (Int) -> Bool = { bytes[$0] < 0x80 && bytes[$0] != tilde }
    guard let index = (start..<bytes.count).first(where: isASCII) ?? (0..<start).first(where: isASCII) else {
      return bytes + [tilde]
    }
    var changed = bytes
    changed[index] = tilde
    return changed
  }

  private static func binary(_ bytes: [UInt8], _ chance: WorldRandom) -> [UInt8] {
    guard !bytes.isEmpty else { return [0xFF] }
    var changed = bytes
    changed[place(in: bytes, chance)] ^= 0xFF
    return changed
  }

  private static func place(in bytes: [UInt8], _ chance: WorldRandom) -> Int {
    Int(chance.unit() * Double(bytes.count))
  }
}

/// Messages that only show that the peer is connected.
enum Heartbeat {
  /// STOMP's line ends (STOMP 1.2, "Heart-beating"), plain or in SockJS's framing, and SockJS's own `h`.
  static func isOne(_ message: WebSocketMessage) -> Bool {
    let bytes = message.bytes
    guard bytes.count <= 16 else { return false }
    if bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return !bytes.isEmpty }
    return framed.contains(bytes)
  }

  private static let framed = [#"h"#, #"a["\n"]"#, #"["\n"]"#, #"a["\r\n"]"#, #"["\r\n"]"#].map { Array($0.utf8) }
}
