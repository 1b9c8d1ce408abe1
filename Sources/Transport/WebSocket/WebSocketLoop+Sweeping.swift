import CWebSockets
import Logging

/// Sockets whose client may be gone; on the loop's thread.
extension WebSocketLoop {
  /// Pings who has been silent, drops who does not answer, and tells sessions what their readers missed.
  func sweepConnections() {
    second += 1
    for (wire, connection) in connections {
      let dropped = connection.handle.takeDropped()
      if dropped > 0 { connection.deliver(.dropped(messages: dropped)) }
      if connection.isReadingHeld { watchHeld(wire, connection) }
      let silence = second - connection.lastHeard
      if silence >= limits.dropAfterSeconds {
        logger.info("a socket was dropped: its client has been silent for \(silence) s and answers no ping")
        lws_set_timeout(wire, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
      } else if silence >= limits.pingAfterSeconds, !connection.isPinged {
        connection.isPinged = true
        connection.handle.ping()
      }
    }
  }
}
