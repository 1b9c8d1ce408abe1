/// How an answer goes out when that is not at once, at full speed and whole: what a bad network or a sick server does to
/// it. The transport carries it out; nothing waits on a thread for it.
package struct ResponseDelivery: Sendable, Equatable {
  /// How the answer ends.
  package enum Ending: Sendable, Equatable {
    /// With its last byte, as it should.
    case whole
    /// The connection is closed after so many bytes of the content; `Content-Length` promises them all. An answer
    /// without content, or with no more than that, is whole.
    case truncated(after: Int)
    /// The connection is closed before the first byte of the header section.
    case empty
    /// The connection is reset (RFC 9293 §3.5.2) before the first byte.
    case reset
    /// Nothing comes, ever; the connection stays until the client gives up, or for ``longestWaitSeconds``.
    case never
  }

  /// The longest that a client is kept waiting, in seconds of real time.
  package static let longestWaitSeconds = 600

  /// Milliseconds of real time before anything is sent, and before an ending other than `never`; at most
  /// ``longestWaitSeconds`` are waited.
  package var delayMilliseconds = 0
  /// Bytes of the content per second of real time, at least 1; nil for as many as the connection takes.
  package var bytesPerSecond: Int?
  package var ending = Ending.whole
  /// Who is told what became of the answer; nil for nobody.
  package var report: DeliveryReport?

  /// Whether it goes out at once, at full speed and whole.
  package var isUndisturbed: Bool { delayMilliseconds <= 0 && bytesPerSecond == nil && ending == .whole }

  /// The same, of which nobody is told.
  package var unreported: ResponseDelivery {
    var copy = self
    copy.report = nil
    return copy
  }

  /// At once, at full speed, whole.
  package init() {}
}
