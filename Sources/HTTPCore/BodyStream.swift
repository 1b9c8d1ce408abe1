import Synchronization

/// A body that is produced while it is sent, such as server-sent events. The application pushes pieces; the transport
/// takes them, and reports when the client has disconnected.
package final class BodyStream: Sendable {
  /// The result of ``take(upTo:)``.
  package enum Piece: Sendable, Equatable {
    case bytes([UInt8])
    /// Nothing is available yet; ``onReady(_:)`` is called when there is.
    case nothingYet
    case end
    /// The connection must be closed before the end.
    case broken
  }

  private struct State {
    var waiting: [UInt8] = []
    var isFinished = false
    var isBroken = false
    /// Whether the connection is closed after the waiting bytes.
    var endsBroken = false
    var isAbandoned = false
    var dropped = 0
    var ready: (@Sendable () -> Void)?
    var abandoned: (@Sendable () -> Void)?
    /// Called when fewer than this many bytes wait.
    var room: (bytes: Int, call: @Sendable () -> Void)?
  }

  /// Whether a client must be able to detect a missing end: if the server stops before ``finish()``, it closes the
  /// connection without the end of the body (RFC 9112 §8).
  package let isOneDocument: Bool
  private let capacity: Int
  private let state = Mutex(State())

  /// A stream that holds at most `capacity` bytes that the client has not read; further pieces are dropped whole.
  ///
  /// - Parameters:
  ///   - capacity: `Int.max` for an application that waits for room itself, see ``onRoom(below:_:)``.
  ///   - isOneDocument: Whether the body is useless without its end.
  package init(capacity: Int = 1 << 20, isOneDocument: Bool = false) {
    (self.capacity, self.isOneDocument) = (capacity, isOneDocument)
  }

  // MARK: Application side

  /// Appends a piece.
  ///
  /// - Returns: false when it was dropped because the client is too slow or has disconnected.
  @discardableResult
  package func push(_ bytes: [UInt8]) -> Bool {
    let (isTaken, ready) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isFinished, !state.isAbandoned else { return (false, nil) }
      guard bytes.count <= capacity - state.waiting.count else {
        state.dropped += 1
        return (false, nil)
      }
      state.waiting.append(contentsOf: bytes)
      return (true, state.ready)
    }
    ready?()
    return isTaken
  }

  /// Ends the body after the pieces that were pushed so far.
  package func finish() {
    let ready = state.withLock { state in
      state.isFinished = true
      return state.ready
    }
    ready?()
  }

  /// Closes the connection before the end, so that the client detects the missing part.
  package func fail() {
    let ready = state.withLock { state in
      (state.isFinished, state.isBroken, state.waiting) = (true, true, [])
      return state.ready
    }
    ready?()
  }

  /// Closes the connection after the pieces that were pushed so far, so that the client detects the missing part.
  package func breakOff() {
    let ready = state.withLock { state in
      (state.isFinished, state.endsBroken) = (true, true)
      return state.ready
    }
    ready?()
  }

  /// The number of pieces dropped since the last call.
  package func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  /// Sets the closure that is called when the stream ends: the client has disconnected, the server stops, or everything
  /// was sent. It is called immediately if that has already happened.
  package func onAbandoned(_ body: @escaping @Sendable () -> Void) {
    let isAbandoned = state.withLock { state in
      if !state.isAbandoned { state.abandoned = body }
      return state.isAbandoned
    }
    if isAbandoned { body() }
  }

  /// The number of bytes that the client has not read.
  package var waitingBytes: Int { state.withLock { $0.waiting.count } }

  /// Whether the transport takes no more bytes.
  package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Sets the closure that is called, on any thread, whenever bytes were taken and fewer than this many wait, so that
  /// the application produces a long body piece by piece. It is released when the stream is abandoned.
  package func onRoom(below bytes: Int, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if !state.isAbandoned { state.room = (bytes, body) }
    }
  }

  // MARK: Transport side

  /// Takes at most `limit` of the waiting bytes.
  package func take(upTo limit: Int) -> Piece {
    let (piece, room) = state.withLock { state in
      let piece = Self.take(upTo: limit, of: &state)
      let hasRoom = !state.isFinished && state.waiting.count < state.room?.bytes ?? 0
      return (piece, hasRoom ? state.room?.call : nil)
    }
    room?()
    return piece
  }

  private static func take(upTo limit: Int, of state: inout State) -> Piece {
    guard !state.isBroken else { return .broken }
    guard !state.waiting.isEmpty else {
      return state.endsBroken ? .broken : state.isFinished ? .end : .nothingYet
    }
    guard state.waiting.count > limit else {
      defer { state.waiting = [] }
      return .bytes(state.waiting)
    }
    let piece = Array(state.waiting.prefix(limit))
    state.waiting.removeFirst(limit)
    return .bytes(piece)
  }

  /// Sets the closure that is called, on any thread, whenever there may be something to take.
  package func onReady(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.ready = body }
  }

  /// Reports that the transport takes no more bytes.
  package func abandon() {
    let abandoned = state.withLock { state in
      defer {
        (state.abandoned, state.ready, state.room) = (nil, nil, nil)
        (state.waiting, state.isAbandoned) = ([], true)
      }
      // Released outside the lock: a closure may be the last owner of large objects.
      return (state.abandoned, state.ready, state.room)
    }
    abandoned.0?()
  }
}
