import CWebSockets
import HTTPCore

/// Faults of sockets, to simulate a bad network; on the loop's thread.
extension WebSocketLoop {
  /// The interval of checks whether the client's system has what was sent before a reset. The first check is after the
  /// same interval: a client's program that reads by then has the messages before it sees the reset, which some report
  /// first.
  private static let resetInterval: lws_usec_t = 20_000
  /// Seconds for a client to receive what was sent before a reset.
  private static let resetPatience = 5

  /// Resets a connection once the client's system has all waiting messages. No event reports this: a socket is writable
  /// as soon as there is room, and a reset discards what the system has not sent (`SO_LINGER`).
  func beginReset(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard connection.resetDeadline == nil else { return }
    (connection.isClosing, connection.resetDeadline) = (true, second + Self.resetPatience)
    lws_set_timer_usecs(wire, Self.resetInterval)
  }

  /// Resets a connection if its messages have arrived or its time is over; otherwise checks again later.
  func resetInTurn(_ wire: OpaquePointer, _ connection: SocketConnection, deadline: Int) {
    let hasArrived = connection.writer.hasReachedEnd && connection.socket.hasSentAll(with: lws_get_socket_fd(wire))
    if hasArrived || second >= deadline { return abort(wire, connection) }
    lws_set_timer_usecs(wire, Self.resetInterval)
  }

  /// Drops a connection with a reset, without a close frame.
  func abort(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.isAborted else { return }
    connection.isAborted = true
    connection.writer.lose(.reset)
    connection.handle.lose(.reset)
    connection.socket.reset(with: lws_get_socket_fd(wire))
    drop(wire, connection)
  }

  /// Pauses or resumes reading from a client for the application.
  func holdReading(_ wire: OpaquePointer, _ connection: SocketConnection, _ isHeld: Bool) {
    connection.isReadingHeld = isHeld
    (connection.lastReceived, connection.isPinged) = (second, false)
    adjustReading(wire, connection)
  }

  /// Keeps the socket of a client that is not read from: it counts as connected while its connection is open. Called by
  /// the sweep.
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
