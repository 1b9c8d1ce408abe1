import Foundation
import HTTPCore
import World

/// Answers that several faults give.
enum FaultResponse {
  /// Seconds of `Retry-After` where a test did not say any.
  private static let retryAfter = "30"

  /// A refusal in the error shape of the request's own API, with the code that it documents for such a status. One of
  /// 429 always says when to try again (RFC 6585 §4).
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

  /// A response that is never sent: it carries only how the connection ends.
  static func none(_ ending: ResponseDelivery.Ending) -> Response {
    var response = Response(status: 503)
    response.setDelivery { $0.ending = ending }
    return response
  }
}

extension Response {
  /// Ends the response in another way than with its last byte, unless a fault before this one does: of two such faults
  /// the first has an effect.
  ///
  /// - Returns: Whether it ends in this way now.
  mutating func end(_ ending: ResponseDelivery.Ending) -> Bool {
    guard (delivery?.ending ?? .whole) == .whole else { return false }
    setDelivery { $0.ending = ending }
    return true
  }
}

extension FaultContext {
  /// An id that a client can report; the same in equal runs.
  fileprivate var errorID: String { Hex.encode(chance.bytes(8)) }
}

/// The headers that a test wants on an answer.
enum AnswerHeaders {
  private static let maximumCount = 32
  /// Headers that describe the connection: others than the server's own would break it.
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

/// Which messages of a socket a fault happens to. Heart-beats are never counted.
struct MessageSelector: Sendable {
  private let direction: FrameDirection?
  private let nth: Int?
  private let every: Int
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
    if nth != nil, fields.value("every") != nil { fields.reject("every", "must be left out where there is nth") }
  }

  /// Counts a message, and says whether it is one of those.
  mutating func takes(_ message: WebSocketMessage, _ direction: FrameDirection) -> Bool {
    guard self.direction ?? direction == direction, !Heartbeat.isOne(message) else { return false }
    seen &+= 1
    return if let nth { seen == nth } else { seen % every == 0 }
  }
}

/// A fault of chosen messages that always does the same to them.
struct SelectedMessages: SocketFault {
  var selector: MessageSelector
  /// What becomes of a message; nil when it would be the same as before, and the fault has not happened.
  let effect: @Sendable (WebSocketMessage) -> FrameEffect?

  mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] {
    selector.takes(message, direction) ? [effect(message)].compactMap(\.self) : []
  }
}

/// A message with one byte changed. Text stays text: a WebSocket carries no other (RFC 6455 §5.6).
enum Corruption {
  static func of(_ message: WebSocketMessage, _ chance: WorldRandom) -> WebSocketMessage {
    switch message {
    case .text(let bytes): .text(text(bytes, chance))
    case .binary(let bytes): .binary(binary(bytes, chance))
    }
  }

  /// Puts `~` in the place of the ASCII character that is nearest behind a random place.
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

/// Messages that say only that the other end is there.
enum Heartbeat {
  /// STOMP's line ends (STOMP 1.2, "Heart-beating"), bare or in SockJS's framing, and SockJS's own `h`.
  static func isOne(_ message: WebSocketMessage) -> Bool {
    let bytes = message.bytes
    guard bytes.count <= 16 else { return false }
    if bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return !bytes.isEmpty }
    return framed.contains(bytes)
  }

  private static let framed = [#"h"#, #"a["\n"]"#, #"["\n"]"#, #"a["\r\n"]"#, #"["\r\n"]"#].map { Array($0.utf8) }
}
