import CWebSockets
import Foundation
import HTTPCore
import Platform

/// How sockets are closed, so that their clients get what was said last; on the loop's thread.
///
/// A client may have messages on their way when it is told to go. Were the connection closed at once, the next of them
/// would be answered by a reset, and the client would see that (1006) instead of the last messages and the close code.
/// So after the close frame nothing is written, and what comes is read and thrown away until the client's close frame,
/// or for ``lingerMicroseconds`` (RFC 6455 §7.1.1). libwebsockets does so as long as it understands what comes; after
/// that, ``LingeringSockets`` do.
extension WebSocketLoop {
  /// How long a client may take to answer a close frame, and to end its half of the connection.
  static let lingerMicroseconds: lws_usec_t = 2_000_000
  /// Bytes that the reason of a close may have (RFC 6455 §5.5.1).
  private static let maximumReasonBytes = 123

  /// Has libwebsockets send a close frame, now that all before it is sent. The caller returns to it that the socket
  /// shall be closed.
  func sendClose(_ wire: OpaquePointer, _ connection: SocketConnection, code: UInt16, reason: String) {
    var bytes = Array(reason.utf8.prefix(Self.maximumReasonBytes))
    // The reason must be valid UTF-8 (§5.5.1), so it is not cut within a character.
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    lws_close_reason(wire, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
    pauseReading(wire, connection, false)
    (connection.isClosing, connection.hasSentClose) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Limits the time of a close that libwebsockets itself has begun because the client broke the protocol; called by the
  /// sweep.
  func limitClosing(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.hasSentClose, lws_get_close_length(wire) > 0 else { return }
    reportBreach(wire)
    (connection.isClosing, connection.hasSentClose) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Tells that a socket was closed because something on it broke the protocol. Where libwebsockets found that by itself,
  /// its close frame is the only place that says so (RFC 6455 §5.5.1); it may be the client's as well, so that the line does
  /// not say whose fault it was.
  func reportBreach(_ wire: OpaquePointer) {
    let length = Int(lws_get_close_length(wire))
    guard length >= 2, let payload = lws_get_close_payload(wire) else { return }
    switch UInt16(payload[0]) << 8 | UInt16(payload[1]) {
    case 1007:
      logger.warning("a WebSocket was closed with 1007: text on it is not UTF-8")
    case 1002:
      logger.warning("a WebSocket was closed with 1002: a frame on it breaks RFC 6455")
    default: break
    }
  }

  /// The time of a socket that closes is over.
  ///
  /// - Returns: Whether it stays, because its client has not even got the close frame yet (libwebsockets gives that
  ///   five seconds), or because it is to be reset.
  func timeIsUp(_ wire: OpaquePointer) -> Bool {
    if let connection = connections[wire], let deadline = connection.resetDeadline {
      resetInTurn(wire, connection, deadline: deadline)
      return true
    }
    guard let connection = connections[wire], connection.hasSentClose else { return !lingering.has(wire) }
    guard Socket.isWritable(lws_get_socket_fd(wire)) else {
      lws_set_timer_usecs(wire, Self.lingerMicroseconds)
      return true
    }
    connection.mayLinger = false
    return false
  }

  /// Drops a connection without a close frame.
  func drop(_ wire: OpaquePointer, _ connection: SocketConnection) {
    connection.mayLinger = false
    lws_set_timeout(wire, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
  }
}
