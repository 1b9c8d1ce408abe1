/// Immutable octets at a fixed address, shared by all responses that carry them: a rendered list of a
/// megabyte is handed to the transport without a copy.
///
/// `@unchecked Sendable` because the memory is written once, before `init` returns, and only read after.
package final class ContentBuffer: @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer

  /// The number of octets.
  package var count: Int { storage.count }

  /// Copies the octets once.
  package init(_ bytes: [UInt8]) {
    storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    storage.copyBytes(from: bytes)
  }

  deinit {
    storage.deallocate()
  }

  /// Lends the octets; the pointer is valid as long as this object is retained.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// A copy as an array.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}
