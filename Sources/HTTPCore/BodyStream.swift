import Synchronization

/// Content that is produced while it is sent, such as server-sent events. The application pushes pieces; the transport
/// takes them, and says when the client has gone.
package final class BodyStream: Sendable {
  /// What the transport gets when it asks.
  package enum Piece: Sendable, Equatable {
    case bytes([UInt8])
    /// Nothing is there yet; ``onReady(_:)`` is called when there is.
    case nothingYet
    case end
    /// The connection is to be closed before the end.
    case broken
  }

  private struct State {
    var waiting: [UInt8] = []
    var isFinished = false
    var isBroken = false
    /// Whether the connection is to be closed behind what waits.
    var endsBroken = false
    var isAbandoned = false
    var dropped = 0
    var ready: (@Sendable () -> Void)?
    var abandoned: (@Sendable () -> Void)?
    /// Called when less than so many bytes wait.
    var room: (bytes: Int, call: @Sendable () -> Void)?
  }

  /// Whether a client must be able to see that the end is missing: when the server stops before ``finish()``, the
  /// connection is closed without an end of the content (RFC 9112 §8).
  package let isOneDocument: Bool
  private let capacity: Int
  private let state = Mutex(State())

  /// A stream that holds at most so many bytes that the client has not taken; pieces beyond them are dropped whole.
  ///
  /// - Parameters:
  ///   - capacity: `Int.max` for an application that itself waits for room, see ``onRoom(below:_:)``.
  ///   - isOneDocument: Whether the content is of no use without its end.
  package init(capacity: Int = 1 << 20, isOneDocument: Bool = false) {
    (self.capacity, self.isOneDocument) = (capacity, isOneDocument)
  }

  // MARK: The application's half

  /// Adds a piece at the end.
  ///
  /// - Returns: false when it was dropped, since the client is too slow or gone.
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

  /// Ends the content after what was pushed so far.
  package func finish() {
    let ready = state.withLock { state in
      state.isFinished = true
      return state.ready
    }
    ready?()
  }

  /// Has the connection closed before the end, so that the client sees that something is missing.
  package func fail() {
    let ready = state.withLock { state in
      (state.isFinished, state.isBroken, state.waiting) = (true, true, [])
      return state.ready
    }
    ready?()
  }

  /// Has the connection closed behind what was pushed so far, so that the client sees that something is missing.
  package func breakOff() {
    let ready = state.withLock { state in
      (state.isFinished, state.endsBroken) = (true, true)
      return state.ready
    }
    ready?()
  }

  /// How many pieces were dropped since the last call.
  package func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  /// Sets the closure that is called when nothing will be taken any more: the client has gone, the server stops or all
  /// was sent. It is called at once when that has happened already.
  package func onAbandoned(_ body: @escaping @Sendable () -> Void) {
    let isAbandoned = state.withLock { state in
      if !state.isAbandoned { state.abandoned = body }
      return state.isAbandoned
    }
    if isAbandoned { body() }
  }

  /// The bytes that the client has not taken.
  package var waitingBytes: Int { state.withLock { $0.waiting.count } }

  /// Whether nothing will be taken any more.
  package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Sets the closure that is called, on any thread, whenever bytes were taken and fewer than this many wait: the
  /// application makes more of a long content only then. It is released when the stream is abandoned.
  package func onRoom(below bytes: Int, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if !state.isAbandoned { state.room = (bytes, body) }
    }
  }

  // MARK: The transport's half

  /// Takes at most so many bytes of what waits.
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

  /// Says that nothing will be taken any more.
  package func abandon() {
    let abandoned = state.withLock { state in
      defer {
        (state.abandoned, state.ready, state.room) = (nil, nil, nil)
        (state.waiting, state.isAbandoned) = ([], true)
      }
      // Released when the lock is not held: a closure may be the last owner of much.
      return (state.abandoned, state.ready, state.room)
    }
    abandoned.0?()
  }
}
