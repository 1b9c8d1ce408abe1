import Synchronization

/// Whether a TLS connection has passed on what its server wrote, for other threads than its worker's.
final class UnsentBytes: Sendable {
  /// The client's socket; negative when it is closed.
  private let socket: Mutex<Int32>
  /// Whether the worker has bytes that it read from the server and the client's socket has not taken.
  private let hasHeld = Atomic(false)

  /// For a client's socket, which is open until ``end()``.
  init(_ socket: Int32) { self.socket = Mutex(socket) }

  /// The worker holds bytes, or is about to read some; or it holds none.
  func areHeld(_ areHeld: Bool) { hasHeld.store(areHeld, ordering: .sequentiallyConsistent) }

  /// The client's socket is about to be closed.
  func end() { socket.withLock { $0 = -1 } }

  /// Whether there are none: the worker holds none, and the client's system has all. True when the connection is gone.
  var areNone: Bool {
    guard !hasHeld.load(ordering: .sequentiallyConsistent) else { return false }
    return socket.withLock { $0 < 0 || Socket.hasSentAll($0) }
  }
}

extension TLSConnection {
  /// Whether the client's system has all that was read from the server's end of the pair. To be asked when nothing waits
  /// in the pair.
  var hasSentAll: Bool { unsent.areNone }
}
