/// Reads a socket in fewer system calls than GnuTLS would, which asks for the head of a record and for its content one
/// by one.
///
/// Only where the reader waits for changes of a socket, or always reads until nothing is left, since what was read ahead
/// does not show on the socket: libmicrohttpd does so with epoll(7), and the pump always.
struct ReadAhead {
  private static let capacity = 4096

  private var bytes: [UInt8] = []
  private var start = 0

  /// As recv(2).
  mutating func read(from socket: Int32, into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if start == bytes.count {
      if count >= Self.capacity { return recv(socket, buffer, count, 0) }
      let received = fill(from: socket)
      guard received > 0 else { return received }
    }
    let taken = min(count, bytes.count - start)
    bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      buffer.copyMemory(from: first + start, byteCount: taken)
    }
    start += taken
    return taken
  }

  private mutating func fill(from socket: Int32) -> Int {
    var received = 0
    bytes.removeAll(keepingCapacity: true)
    start = 0
    withUnsafeTemporaryAllocation(byteCount: Self.capacity, alignment: 1) { bytes in
      received = recv(socket, bytes.baseAddress, bytes.count, 0)
      if received > 0 { self.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<received])) }
    }
    return received
  }
}
