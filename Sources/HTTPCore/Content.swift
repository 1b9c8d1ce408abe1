import Locking
import Synchronization

/// Immutable bytes at a fixed address, shared by all responses that have them, so that a rendered list of a megabyte
/// reaches the transport without a copy.
package final class BodyBuffer: Sendable {
  /// Unchecked because the memory is written once, before `init` returns, and only read afterwards.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  private let cut = LazyReference<BodyBuffer>()
  private let codedForm = LazyReference<BodyBuffer>()

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Copies the bytes.
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

  /// The first bytes in a separate buffer, which is created once and shared like this one.
  ///
  /// - Parameters:
  ///   - length: The largest number of bytes. Only the first requested length is shared; any other gets a new buffer.
  package func beginning(_ length: Int) -> BodyBuffer {
    guard count > length else { return self }
    if let cut = cut.load(), cut.count == length { return cut }
    let made = BodyBuffer(withBytes { Array($0.prefix(length)) })
    let kept = cut.storeIfNil(made)
    return kept.count == length ? kept : made
  }

  /// The bytes in a content coding, in a separate buffer, which is created once and shared like this one.
  ///
  /// - Parameters:
  ///   - make: Encodes them, always with the same result; nil when it cannot.
  package func coded(by make: (UnsafeRawBufferPointer) -> [UInt8]?) -> BodyBuffer? {
    if let known = codedForm.load() { return known }
    return withBytes(make).map { codedForm.storeIfNil(BodyBuffer($0)) }
  }

  /// A copy as an array.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// How much of a response was sent, and how it ended.
package struct Transmission: Sendable, Equatable {
  /// How it ended.
  ///
  /// For a frame: `whole` when the system accepted all of it, `never` when a fault dropped it or held it until the end,
  /// `reset` when a reset came before it, `aborted` when the socket closed before it.
  package enum Ending: String, Sendable, CaseIterable {
    /// With its last byte.
    case whole
    /// A fault closed the connection in the middle of the body.
    case truncated
    /// The connection was closed before the first byte.
    case empty
    /// The connection was reset before the first byte.
    case reset
    /// Nothing was sent until the client gave up.
    case never
    /// The connection was lost before the end: the client disconnected, read nothing for too long, or the server
    /// stopped.
    case aborted
  }

  package let ending: Ending
  /// Whether the status line and the header section were sent.
  package let hasHead: Bool
  /// Bytes of the body that were sent; nil when unknown.
  package let contentBytes: Int?

  /// Creates a transmission.
  package init(_ ending: Ending, hasHead: Bool, contentBytes: Int?) {
    (self.ending, self.hasHead, self.contentBytes) = (ending, hasHead, contentBytes)
  }

  /// The transmission of a response of which no byte was sent.
  package static func nothing(_ ending: Ending) -> Transmission {
    Transmission(ending, hasHead: false, contentBytes: 0)
  }
}

/// Reports how a response was delivered, exactly once. The sender of the response settles the report; a report that is
/// released unsettled reports `aborted`.
package final class DeliveryReport: Sendable, Equatable {
  private let report: Mutex<(@Sendable (Transmission) -> Void)?>

  /// Creates a report to a closure, which is called once, on any thread.
  package init(_ report: @escaping @Sendable (Transmission) -> Void) {
    self.report = Mutex(report)
  }

  deinit {
    settle(.nothing(.aborted))
  }

  /// Reports how the response was delivered. Only the first call counts.
  package func settle(_ transmission: Transmission) {
    let report = report.withLock { $0.take() }
    report?(transmission)
  }

  /// Whether they are the same object.
  package static func == (left: DeliveryReport, right: DeliveryReport) -> Bool { left === right }
}
