import CWebSockets

/// What is done to sockets so that their clients see a bad network; on the loop's thread.
extension WebSocketLoop {
  /// Drops a connection by a reset, without a close frame.
  func abort(_ wire: OpaquePointer, _ connection: SocketConnection) {
    guard !connection.isAborted else { return }
    connection.isAborted = true
    // Both numbers stand for the one socket; with TLS, there is another one.
    let socket = connection.socket
    Platform.reset(
      socket.network == socket.descriptor ? [lws_get_socket_fd(wire), socket.descriptor] : [socket.network])
    drop(wire, connection)
  }

  /// Stops to read from a client because the application wants it so, or goes on.
  func holdReading(_ wire: OpaquePointer, _ connection: SocketConnection, _ isHeld: Bool) {
    connection.isReadingHeld = isHeld
    (connection.lastHeard, connection.isPinged) = (second, false)
    adjustReading(wire, connection)
  }

  /// Takes a client that is not read from for alive while its connection is; called by the sweep.
  func watchHeld(_ wire: OpaquePointer, _ connection: SocketConnection) {
    if Platform.clientHasLeft(connection.socket.network) {
      drop(wire, connection)
    } else {
      (connection.lastHeard, connection.isPinged) = (second, false)
      // libwebsockets asks and drops the silent by itself, if after some minutes only.
      lws_validity_confirmed(wire)
    }
  }
}
