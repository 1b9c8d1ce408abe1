import HTTPCore

/// Which way a message goes.
package enum FrameDirection: String, Sendable {
  /// From the client to the server.
  case incoming
  /// From the server to the client.
  case outgoing
}

/// What becomes of a message or of its socket.
package enum FrameEffect: Sendable, Equatable {
  /// The message does not arrive.
  case drop
  /// Another message arrives in its place.
  case replace(WebSocketMessage)
  /// The message, and all behind it, arrive so many milliseconds of real time later.
  case delay(milliseconds: Int)
  /// The message arrives twice.
  case duplicate
  /// The message arrives behind the next one.
  case hold
  /// The client is sent a message, before anything else becomes of the socket.
  case reply(WebSocketMessage)
  /// The server reads nothing more from the socket, or reads again.
  case pauseReading(Bool)
  /// The socket is closed with a close frame (RFC 6455 §7.4).
  case close(code: UInt16, reason: String)
  /// The connection is reset without a close frame.
  case abort
}

/// A fault at work on one socket, with what it remembers of it. A value: messages in, effects out. No effects mean that
/// the fault leaves alone what it was shown.
package protocol SocketFault: Sendable {
  /// The socket was opened, or the fault was added while it was open.
  mutating func begin() -> [FrameEffect]

  /// A message is about to pass. The effects are carried out in order.
  mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect]

  /// The fault is over, and the socket goes on without it.
  mutating func end() -> [FrameEffect]
}

extension SocketFault {
  package mutating func begin() -> [FrameEffect] { [] }
  package mutating func pass(_ message: WebSocketMessage, _ direction: FrameDirection) -> [FrameEffect] { [] }
  package mutating func end() -> [FrameEffect] { [] }
}
