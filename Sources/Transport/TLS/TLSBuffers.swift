import Platform

/// Memory that the connections of a worker share; each uses it within one ``carry(now:)`` only.
final class TLSBuffers {
  /// The largest number of bytes per read.
  private static let count = 64 << 10

  /// Decrypted bytes that are being forwarded.
  let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
  /// Encrypted bytes from the client. GnuTLS would read the header and the body of each record separately; from here it
  /// gets them without a system call.
  let input = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
  /// The part of `input` that GnuTLS has not read yet.
  var inputRange = 0..<0

  deinit {
    plain.deallocate()
    input.deallocate()
  }
}

/// Bytes that could not be written yet.
struct Backlog {
  private(set) var bytes: [UInt8] = []
  private var written = 0

  var isEmpty: Bool { bytes.isEmpty }

  mutating func keep(_ rest: UnsafeRawBufferPointer) { (bytes, written) = (Array(rest), 0) }

  func withRest<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...])) }
  }

  mutating func drop(_ count: Int) {
    written += count
    if written >= bytes.count { clear() }
  }

  mutating func clear() { (bytes, written) = ([], 0) }
}

/// One of the two sockets of a ``TLSConnection``, and its state.
struct TLSSide {
  var descriptor: Int32
  /// Whether there may be bytes to read; false after the system had none.
  var isReadable = true
  /// Whether there may be room to write; false after the system had none.
  var isWritable = true
  /// Whether its peer has ended its half, so that a short read is not the last one.
  var hasEnded = false
  var interest = ReadinessInterest()

  /// Updates the state by the socket's events.
  mutating func note(_ news: ReadinessNews) {
    if news.isReadable { isReadable = true }
    if news.isWritable { isWritable = true }
    if news.hasEnded { hasEnded = true }
  }

  /// Sends bytes until the system has no more room.
  ///
  /// - Returns: The number of processed bytes: all of them when the peer does not read any more.
  mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    var taken = 0
    while taken < bytes.count {
      let count = CLibrary.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[taken...]))
      if count >= 0 {
        taken += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        isWritable = false
        return taken
      } else if errno != EINTR {
        return bytes.count
      }
    }
    return taken
  }
}
