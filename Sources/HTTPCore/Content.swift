import Synchronization

/// Immutable bytes at a fixed address, shared by all responses that carry them: a rendered list of a
/// megabyte is handed to the transport without a copy.
package final class BodyBuffer: Sendable {
  /// Unchecked since the memory is written once, before `init` returns, and only read after.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  private let cut = AtomicLazyReference<BodyBuffer>()
  private let codedForm = AtomicLazyReference<BodyBuffer>()

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Copies the bytes once.
  package init(_ bytes: [UInt8]) {
    storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    storage.copyBytes(from: bytes)
  }

  deinit {
    storage.deallocate()
  }

  /// Lends the bytes; the pointer is valid as long as this object is retained.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// The first bytes in a buffer of their own, which is made once and shared like this one.
  ///
  /// - Parameters:
  ///   - length: How many at most. Only the length that is asked for first is shared; any other gets a new buffer.
  package func beginning(_ length: Int) -> BodyBuffer {
    guard count > length else { return self }
    if let cut = cut.load(), cut.count == length { return cut }
    let made = BodyBuffer(withBytes { Array($0.prefix(length)) })
    let kept = cut.storeIfNil(made)
    return kept.count == length ? kept : made
  }

  /// The bytes in a coding, in a buffer of their own, which is made once and shared like this one.
  ///
  /// - Parameters:
  ///   - make: Codes them, always in the same way; nil when it cannot.
  package func coded(by make: (UnsafeRawBufferPointer) -> [UInt8]?) -> BodyBuffer? {
    if let known = codedForm.load() { return known }
    return withBytes(make).map { codedForm.storeIfNil(BodyBuffer($0)) }
  }

  /// A copy as an array.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// How much of an answer was sent, and how that ended.
package struct Transmission: Sendable, Equatable {
  /// How it ended.
  ///
  /// Of a frame: `whole` when the system or the session took all of it, `never` when a fault dropped it or held it back
  /// to the end, `reset` when a reset came before it, `aborted` when the socket closed before it.
  package enum Ending: String, Sendable, CaseIterable {
    /// With its last byte, as it should.
    case whole
    /// The connection was closed in the middle of the content, as a fault asked for.
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

  /// The transmission of an answer of which no byte was sent.
  package static func nothing(_ ending: Ending) -> Transmission {
    Transmission(ending, hasHead: false, contentBytes: 0)
  }
}

/// Reports what became of an answer, exactly once. Whoever sends the answer settles the report; a report that is
/// released unsettled says that the answer was aborted.
package final class DeliveryReport: Sendable, Equatable {
  private let tell: Mutex<(@Sendable (Transmission) -> Void)?>

  /// A report to a closure, which is called once, by any thread.
  package init(_ tell: @escaping @Sendable (Transmission) -> Void) {
    self.tell = Mutex(tell)
  }

  deinit {
    settle(.nothing(.aborted))
  }

  /// Says what became of the answer. Only the first call counts.
  package func settle(_ transmission: Transmission) {
    let tell = tell.withLock { $0.take() }
    tell?(transmission)
  }

  /// Whether they are the same object.
  package static func == (left: DeliveryReport, right: DeliveryReport) -> Bool { left === right }
}
