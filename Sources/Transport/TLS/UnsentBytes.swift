import Synchronization

/// Whether a TLS connection has forwarded everything that its server wrote, for other threads than its worker's.
final class UnsentBytes: Sendable {
  /// The client's socket; negative when it is closed.
  private let socket: Mutex<Int32>
  /// Whether the worker has bytes from the server that the client's socket has not accepted.
  private let hasHeld = Atomic(false)

  /// For a client's socket, which is open until ``end()``.
  init(_ socket: Int32) { self.socket = Mutex(socket) }

  /// Sets whether the worker holds bytes, or is about to read some.
  func areHeld(_ areHeld: Bool) { hasHeld.store(areHeld, ordering: .sequentiallyConsistent) }

  /// The client's socket is about to be closed.
  func end() { socket.withLock { $0 = -1 } }

  /// Whether all bytes were sent: the worker holds none, and the client's system has all. Also true after the connection has
  /// ended.
  var areNone: Bool {
    guard !hasHeld.load(ordering: .sequentiallyConsistent) else { return false }
    return socket.withLock { $0 < 0 || Socket.hasSentAll($0) }
  }
}

extension TLSConnection {
  /// Whether the client's system has everything that was read from the server's end of the pair. Call it when the pair
  /// is empty.
  var hasSentAll: Bool { unsent.areNone }
}
