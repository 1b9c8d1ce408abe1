/// How much one session may send or hold. What exceeds a limit is answered with ERROR (checklist row 20).
package struct Limits: Sendable, Equatable {
  /// Bytes of a body.
  package var maximumBodyBytes = 65_536
  /// Bytes of a header line without its line end; a token must fit.
  package var maximumHeaderLineBytes = 8192
  /// Bytes of a frame before its body.
  package var maximumHeaderBlockBytes = 65_536
  /// Headers of a frame.
  package var maximumHeaders = 100
  /// Bytes of a command line without its line end.
  package var maximumCommandBytes = 64
  /// Subscriptions of a session.
  package var maximumSubscriptions = 1000
  /// Transactions that a session has open.
  package var maximumTransactions = 100
  /// Frames in all open transactions of a session.
  package var maximumTransactionFrames = 1000
  /// Bytes of the frames in all open transactions of a session.
  package var maximumTransactionBytes = 1 << 20
  /// Messages that a session received and did not acknowledge.
  package var maximumUnacknowledged = 10_000
  /// How long a frame may stay unfinished, in nanoseconds, before it is diagnosed.
  package var patienceNanoseconds: Int64 = 2_000_000_000

  /// The default limits.
  package init() {}

  /// The most bytes that an unfinished frame may have: what the parser keeps between two messages.
  package var maximumFrameBytes: Int { maximumHeaderBlockBytes + maximumHeaderLineBytes + maximumBodyBytes + 4 }
}
