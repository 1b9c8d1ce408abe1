/// What one socket may take up.
package struct WebSocketLimits: Sendable, Equatable {
  /// The largest message a client may send, all fragments together; beyond it the socket is closed with 1009.
  package var maximumMessageBytes: Int
  /// The most octets that wait for a slow reader; beyond it the socket is closed with 1013.
  package var maximumQueuedBytes = 4 << 20
  /// Octets waiting for the client at which reading from it stops until it has caught up.
  package var readPauseBytes = 256 << 10

  /// Limits with the default queue.
  package init(maximumMessageBytes: Int) {
    self.maximumMessageBytes = maximumMessageBytes
  }
}
