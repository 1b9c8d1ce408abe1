import Synchronization

/// What went over the wire of an answer.
package struct Transmission: Sendable, Equatable {
  /// How it ended.
  package enum Ending: String, Sendable, CaseIterable {
    /// With its last byte, as it should.
    case whole
    /// The connection was closed in the middle of the content, as a fault wished.
    case truncated
    /// The connection was closed before the first byte.
    case empty
    /// The connection was reset before the first byte.
    case reset
    /// Nothing was sent until the client gave up.
    case never
    /// The connection was lost before the end: the client left, took nothing for too long, or the server stopped.
    case aborted
  }

  package let ending: Ending
  /// Whether the status line and the header section were sent.
  package let hasHead: Bool
  /// Bytes of the content that were sent; nil when that is not known.
  package let contentBytes: Int?

  /// A transmission from its parts.
  package init(_ ending: Ending, hasHead: Bool, contentBytes: Int?) {
    (self.ending, self.hasHead, self.contentBytes) = (ending, hasHead, contentBytes)
  }

  /// One of which not a byte was sent.
  package static func nothing(_ ending: Ending) -> Transmission {
    Transmission(ending, hasHead: false, contentBytes: 0)
  }
}

/// Hands on what became of an answer, once: whoever carries the answer out settles it. When nobody does, the answer was
/// aborted.
package final class DeliveryReport: Sendable, Equatable {
  private let tell: Mutex<(@Sendable (Transmission) -> Void)?>

  /// A report to a closure, which is called once, by any thread.
  package init(_ tell: @escaping @Sendable (Transmission) -> Void) {
    self.tell = Mutex(tell)
  }

  deinit {
    settle(.nothing(.aborted))
  }

  /// Says what became of the answer; what is said later is not heard.
  package func settle(_ transmission: Transmission) {
    let tell = tell.withLock { $0.take() }
    tell?(transmission)
  }

  /// Whether they are the same object.
  package static func == (left: DeliveryReport, right: DeliveryReport) -> Bool { left === right }
}
