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
    tellBreach(wire)
    (connection.isClosing, connection.hasSentClose) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Tells that a socket was closed because something on it broke the protocol. Where libwebsockets found that by itself,
  /// its close frame is the only place that says so (RFC 6455 §5.5.1); it may be the client's as well, so that the line does
  /// not say whose fault it was.
  func tellBreach(_ wire: OpaquePointer) {
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

/// Sockets whose server's half is ended, read from until their clients have ended theirs too. Touched only by the loop's
/// thread.
///
/// libwebsockets watches them as files, which it does not read itself.
final class LingeringSockets {
  /// How many bytes of one socket are read before it is the others' turn.
  private static let readBytes = 16 << 10

  /// Those that libwebsockets does not watch yet: it is in the middle of closing them.
  private var arrivals: [UpgradedSocket] = []
  private var watched: [OpaquePointer: UpgradedSocket] = [:]
  private var isOver = false

  /// Whether there are none.
  var isEmpty: Bool { arrivals.isEmpty && watched.isEmpty }

  /// Whether this is libwebsockets' pointer of one of them.
  func has(_ wire: OpaquePointer) -> Bool { watched[wire] != nil }

  /// Takes over the socket of a connection that libwebsockets closes. It is given back at once when its client has
  /// left or has had its time, and when it speaks TLS: then a ``TLSConnection`` lets it linger.
  func take(_ connection: SocketConnection) {
    let socket = connection.socket
    guard connection.mayLinger, !isOver, socket.secured == nil, Self.discard(from: socket.descriptor) else {
      return socket.close(hasLingered: !connection.mayLinger)
    }
    arrivals.append(socket)
  }

  /// Has libwebsockets watch those that were taken over.
  func begin(in context: WebSocketContext) {
    for socket in arrivals {
      // A second descriptor of the socket, since libwebsockets closes what it watches.
      let descriptor = dup(socket.descriptor)
      if descriptor >= 0 { Socket.endSending(descriptor) }
      if descriptor >= 0, let wire = context.watch(descriptor) {
        watched[wire] = socket
        lws_set_timer_usecs(wire, WebSocketLoop.lingerMicroseconds)
      } else {
        socket.close(hasLingered: true)
      }
    }
    arrivals = []
  }

  /// Throws away what has come.
  ///
  /// - Returns: Whether the client has not ended its half.
  func readable(_ wire: OpaquePointer) -> Bool {
    guard let socket = watched[wire] else { return false }
    return Self.discard(from: socket.descriptor)
  }

  /// Gives one back that libwebsockets does not watch any more; does nothing when it is none.
  func end(_ wire: OpaquePointer) {
    watched.removeValue(forKey: wire)?.close(hasLingered: true)
  }

  /// Gives all back, and those that come later at once.
  func endAll() {
    for socket in arrivals + watched.values { socket.close(hasLingered: true) }
    (arrivals, watched, isOver) = ([], [:], true)
  }

  /// Reads some of what has come.
  ///
  /// - Returns: Whether more may come later.
  private static func discard(from socket: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: readBytes, alignment: 1) { buffer in
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, CLibrary.dontWait)
        if count > 0 { return true }
        if count == 0 { return false }
        if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK }
      }
    }
  }
}
