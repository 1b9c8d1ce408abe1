import HTTPCore
import JSON
import STOMP
import World

/// Lets no client of the message broker in.
struct RefuseConnectFault: Fault {
  static let name = "refuseConnect"
  static let about = "answers CONNECT of STOMP with ERROR and closes, or the handshake of any WebSocket with 503"
  static let fields = [
    FaultField("at", "connect or handshake; connect without it"),
    FaultField("message", "what the ERROR says, at most 100 characters"),
    RetryAfter.field,
  ]
  static let scope = FaultScope.both

  private let isAtHandshake: Bool
  private let message: String
  private let retryAfter: Int

  init(_ fields: inout FaultFields) {
    isAtHandshake = fields.choice("at", of: ["connect", "handshake"]) == "handshake"
    message = fields.optionalText("message", length: 1...100) ?? "the broker takes no connections"
    retryAfter = RetryAfter.read(&fields)
  }

  /// Of requests only handshakes.
  func concerns(_ subject: FaultSubject) -> Bool {
    isAtHandshake && subject.request.headers.contains(token: "websocket", in: "Upgrade")
  }

  func answerHandshake(_ context: FaultContext) throws(Problem) -> Response? {
    throw FaultAnswer.problem(503, message, ["Retry-After": "\(retryAfter)"], context)
  }

  func socketFault(chance: WorldRandom) -> (any SocketFault)? {
    isAtHandshake ? nil : Refusal(message: message)
  }

  private struct Refusal: SocketFault {
    let message: String

    mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] {
      guard direction == .incoming, let isFramed = ConnectFrame.framing(message.bytes) else { return [] }
      let frame = Frame(
        .error, Headers([("message", self.message), ("content-type", "text/plain")]), body: Array(self.message.utf8))
      let bytes = FrameSerializer.serialize(frame, for: .v1_2)
      guard isFramed else { return [.drop, .reply(.text(bytes)), .close(code: 1013, reason: "")] }
      let text = JSONWriter.serialize(.array([.string(String(decoding: bytes, as: UTF8.self))]))
      return [.drop, .reply(.text(Array("a".utf8) + text)), .close(code: 1013, reason: "")]
    }
  }
}

/// The frames that begin a session of STOMP.
private enum ConnectFrame {
  /// Whether a message that is one comes in SockJS's framing; nil for any other message.
  static func framing(_ bytes: [UInt8]) -> Bool? {
    let rest = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    if begins(rest) { return false }
    let framed = bytes.drop { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "\"") }
    return framed.startIndex > bytes.startIndex && begins(framed) ? true : nil
  }

  private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    [Command.connect, .stomp].contains { bytes.starts(with: $0.rawValue.utf8) }
  }
}
