import CWebSockets
import Foundation
import HTTPCore
import Platform

/// Closes sockets so that their clients receive the last messages; on the loop's thread.
///
/// A client may have messages in transit when its socket is closed. If the connection were closed immediately, the next
/// of them would be answered by a reset, and the client would see that (1006) instead of the last messages and the
/// close code. So after the close frame nothing is written, and received data is discarded until the client's close
/// frame, or for ``lingerMicroseconds`` (RFC 6455 §7.1.1). libwebsockets does so as long as it understands the data;
/// after that, ``LingeringSockets`` does.
extension WebSocketLoop {
  /// How long a client may take to answer a close frame, and to end its half of the connection.
  static let lingerMicroseconds: lws_usec_t = 2_000_000
  /// The largest size of a close reason in bytes (RFC 6455 §5.5.1).
  private static let maximumReasonBytes = 123

  /// Makes libwebsockets send a close frame, after everything before it is sent. The caller must return to the library
  /// that the socket is to be closed.
  func sendClose(_ wire: OpaquePointer, _ connection: SocketConnection, code: UInt16, reason: String) {
    var bytes = Array(reason.utf8.prefix(Self.maximumReasonBytes))
    // The reason must be valid UTF-8 (§5.5.1), so it is not truncated within a character.
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    lws_close_reason(wire, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
    pauseReading(wire, connection, false)
    (connection.isClosing, connection.hasSentClose) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Limits the time of a close that libwebsockets has begun because the client broke the protocol; called by the
  /// sweep.
  func limitClosing(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.hasSentClose, lws_get_close_length(wire) > 0 else { return }
    reportBreach(wire)
    (connection.isClosing, connection.hasSentClose) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Logs that a socket was closed because of a protocol error. If libwebsockets found the error, only its close frame
  /// reports it (RFC 6455 §5.5.1); it may be the client's as well, so the line does not say which side was wrong.
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

  /// The time of a closing socket is over.
  ///
  /// - Returns: Whether it stays, because its client has not received the close frame yet (libwebsockets allows five
  ///   seconds for that), or because it is to be reset.
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
