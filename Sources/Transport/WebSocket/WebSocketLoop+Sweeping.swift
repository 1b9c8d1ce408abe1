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
      limitGoodbye(wire, connection)
      if connection.isReadingHeld { watchHeld(wire, connection) }
      let silence = second - connection.lastHeard
      if silence >= limits.dropAfterSeconds {
        logger.info("a socket was dropped: its client has been silent for \(silence) s and answers no ping")
        drop(wire, connection)
      } else if silence >= limits.pingAfterSeconds, !connection.isPinged {
        connection.isPinged = true
        connection.handle.ping()
      }
    }
  }
}
