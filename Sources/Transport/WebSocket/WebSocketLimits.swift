/// What one socket may take up.
package struct WebSocketLimits: Sendable, Equatable {
  /// The largest message a client may send, all fragments together; beyond it the socket is closed with 1009.
  package var maximumMessageBytes: Int
  /// The most bytes that wait for a slow reader; beyond it ``OverflowPolicy`` says what happens.
  package var maximumQueuedBytes: Int
  /// The most messages that wait for a slow reader.
  package var maximumQueuedMessages = 4096
  /// The part of the queue, in bytes or in number, that waits for the client when reading from it stops; it goes
  /// on when half of that waits.
  package var readPause = 0.125
  /// Seconds without anything from the client after which it is asked by a ping whether it is there.
  package var pingAfterSeconds = 30
  /// Seconds without anything from the client, the answer to a ping included, after which its socket is dropped.
  package var dropAfterSeconds = 75

  /// Limits with room in the queue for two of the largest messages, so that one can be sent back.
  package init(maximumMessageBytes: Int) {
    self.maximumMessageBytes = maximumMessageBytes
    let (twice, overflow) = maximumMessageBytes.multipliedReportingOverflow(by: 2)
    maximumQueuedBytes = overflow ? .max : max(1 << 20, twice)
  }
}
