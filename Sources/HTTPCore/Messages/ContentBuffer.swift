import Synchronization

/// Immutable bytes at a fixed address, shared by all responses that carry them: a rendered list of a
/// megabyte is handed to the transport without a copy.
///
/// `@unchecked Sendable` because the memory is written once, before `init` returns, and only read after; the shared
/// beginning is set atomically.
package final class ContentBuffer: @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer

  private let cut = AtomicLazyReference<ContentBuffer>()

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
  ///   - length: How many at most. Who asks for another length than the first who asked gets a buffer of their own.
  package func beginning(_ length: Int) -> ContentBuffer {
    guard count > length else { return self }
    if let cut = cut.load(), cut.count == length { return cut }
    let made = ContentBuffer(withBytes { Array($0.prefix(length)) })
    let kept = cut.storeIfNil(made)
    return kept.count == length ? kept : made
  }

  /// A copy as an array.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}
