import HTTPCore
import World

/// Ends sockets.
struct CloseFault: Fault {
  static let name = "close"
  static let about = "closes a socket with a code, at once or after some messages to the client"
  static let fields = [
    FaultField("code", "the close code, 1000…4999 as far as RFC 6455 lets it be sent; 1011 without it"),
    FaultField("reason", "at most 100 characters"),
    FaultField("afterMessages", "how many messages the client gets first, 0…1000000000; 0 without it"),
    FaultField("abort", "true to reset the connection without a close frame"),
  ]
  static let scope = FaultScope.sockets

  private let code: Int
  private let reason: String
  private let afterMessages: Int
  private let isAbort: Bool

  init(_ fields: inout FaultFields) {
    code = fields.integer("code", in: 1000...4999, default: 1011)
    // RFC 6455 §7.4.1 and §7.4.2: the first three are never sent, the others stand for nothing.
    if [1004, 1005, 1006].contains(code) || (1015...2999).contains(code) {
      fields.reject("code", "must be one that may be sent (RFC 6455 §7.4)")
    }
    reason = fields.optionalText("reason", length: 0...100) ?? ""
    // A control frame has room for 125 bytes, the code among them (RFC 6455 §5.5).
    if reason.utf8.count > 123 { fields.reject("reason", "must have at most 123 bytes") }
    afterMessages = fields.integer("afterMessages", in: 0...1_000_000_000, default: 0)
    isAbort = fields.flag("abort")
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    Ending(effect: isAbort ? .abort : .close(code: UInt16(clamping: code), reason: reason), rest: afterMessages)
  }

  private struct Ending: SocketFault {
    let effect: FrameEffect
    /// How many messages pass before.
    var rest: Int

    mutating func begin() -> [FrameEffect] { rest == 0 ? [effect] : [] }

    mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] {
      guard direction == .outgoing, !HeartBeat.isOne(message) else { return [] }
      guard rest > 0 else { return [.drop, effect] }
      rest -= 1
      return []
    }
  }
}
