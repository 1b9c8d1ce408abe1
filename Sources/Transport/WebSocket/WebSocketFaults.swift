import CWebSockets
import HTTPCore

/// Faults: how sockets are treated so that their clients meet a bad network; on the loop's thread.
extension WebSocketLoop {
  /// How often it is looked whether the client's system has what was sent before a reset. The first look comes after as
  /// long: a client's program that reads by then has the messages before it hears of the reset, which some report first.
  private static let resetInterval: lws_usec_t = 20_000
  /// Seconds that a client has to take what was sent before a reset.
  private static let resetPatience = 5

  /// Has a connection reset once the client's system has all that waits for it. No event says so: a socket is writable
  /// as soon as there is room, and a reset throws away what the system has not passed on (`SO_LINGER`).
  func beginReset(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard connection.resetDeadline == nil else { return }
    (connection.isClosing, connection.resetDeadline) = (true, second + Self.resetPatience)
    lws_set_timer_usecs(wire, Self.resetInterval)
  }

  /// Resets a connection if what was sent before has arrived or its time is over; else looks again later.
  func resetInTurn(_ wire: OpaquePointer, _ connection: SocketConnection, deadline: Int) {
    let hasArrived = connection.writer.hasReachedEnd && connection.socket.hasSentAll(with: lws_get_socket_fd(wire))
    if hasArrived || second >= deadline { return abort(wire, connection) }
    lws_set_timer_usecs(wire, Self.resetInterval)
  }

  /// Drops a connection by a reset, without a close frame.
  func abort(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.isAborted else { return }
    connection.isAborted = true
    connection.writer.lose(.reset)
    connection.handle.lose(.reset)
    connection.socket.reset(with: lws_get_socket_fd(wire))
    drop(wire, connection)
  }

  /// Stops to read from a client because the application wants it so, or goes on.
  func holdReading(_ wire: OpaquePointer, _ connection: SocketConnection, _ isHeld: Bool) {
    connection.isReadingHeld = isHeld
    (connection.lastReceived, connection.isPinged) = (second, false)
    adjustReading(wire, connection)
  }

  /// Looks after a client that is not read from: it counts as alive while its connection is open. Called by the sweep.
  func watchHeld(_ wire: OpaquePointer, _ connection: SocketConnection) {
    if connection.socket.hasClientLeft {
      drop(wire, connection)
    } else {
      (connection.lastReceived, connection.isPinged) = (second, false)
      // libwebsockets has its own check, which would drop a silent client after some minutes.
      lws_validity_confirmed(wire)
    }
  }
}
