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
  func sayGoodbye(_ wire: OpaquePointer, _ connection: SocketConnection, code: UInt16, reason: String) {
    var bytes = Array(reason.utf8.prefix(Self.maximumReasonBytes))
    // A reason that is cut within a character would be a mistake of its own (§5.5.1).
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    lws_close_reason(wire, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
    pauseReading(wire, connection, false)
    (connection.isClosing, connection.hasSaidGoodbye) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// Sets a limit to the goodbye that libwebsockets itself says to a client which breaks the protocol; called by the
  /// sweep.
  func limitGoodbye(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.hasSaidGoodbye, lws_get_close_length(wire) > 0 else { return }
    (connection.isClosing, connection.hasSaidGoodbye) = (true, true)
    lws_set_timer_usecs(wire, Self.lingerMicroseconds)
  }

  /// The time of a socket that closes is over.
  ///
  /// - Returns: Whether it stays, because its client has not even got the close frame yet; libwebsockets gives that
  ///   five seconds.
  func timeIsUp(_ wire: OpaquePointer) -> Bool {
    guard let connection = connections[wire], connection.hasSaidGoodbye else { return !lingering.has(wire) }
    guard Socket.isWritable(lws_get_socket_fd(wire)) else {
      lws_set_timer_usecs(wire, Self.lingerMicroseconds)
      return true
    }
    connection.mayLinger = false
    return false
  }

  /// Drops a connection without a goodbye.
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
  /// Bytes that one socket is read before others are.
  private static let readBytes = 16 << 10

  /// Those that libwebsockets does not watch yet: it is in the middle of closing them.
  private var arrivals: [UpgradedSocket] = []
  private var watched: [OpaquePointer: UpgradedSocket] = [:]
  private var isOver = false

  /// Whether there are none.
  var isEmpty: Bool { arrivals.isEmpty && watched.isEmpty }

  /// Whether this is libwebsockets' name of one of them.
  func has(_ wire: OpaquePointer) -> Bool { watched[wire] != nil }

  /// Takes over the socket of a connection that libwebsockets closes. It is given back at once when its client has
  /// left, had its time, or is looked after by a tunnel.
  func take(_ connection: SocketConnection) {
    let socket = connection.socket
    guard connection.mayLinger, !isOver, case .library = socket.owner, Self.discard(from: socket.descriptor) else {
      return socket.close(hasLingered: !connection.mayLinger)
    }
    arrivals.append(socket)
  }

  /// Has libwebsockets watch those that were taken over.
  func begin(in context: WebSocketContext) {
    for socket in arrivals {
      // A second number of the socket, since libwebsockets closes what it watches.
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

  /// Gives all back that there are, and will be.
  func endAll() {
    for socket in arrivals + watched.values { socket.close(hasLingered: true) }
    (arrivals, watched, isOver) = ([], [:], true)
  }

  /// Reads some of what has come.
  ///
  /// - Returns: Whether there may be more some time.
  private static func discard(from socket: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: readBytes, alignment: 1) { buffer in
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, Int32(Int(MSG_DONTWAIT)))
        if count > 0 { return true }
        if count == 0 { return false }
        if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK }
      }
    }
  }
}
