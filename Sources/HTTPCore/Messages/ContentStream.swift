import Synchronization

/// Content that comes into being while it is sent, such as server-sent events. Whoever has something to say pushes it;
/// the transport takes it, and says when the client has gone.
package final class ContentStream: Sendable {
  /// What the transport gets when it asks.
  package enum Piece: Sendable, Equatable {
    case bytes([UInt8])
    /// Nothing is there yet; ``onReady(_:)`` is called when there is.
    case nothingYet
    case end
  }

  private struct State {
    var waiting: [UInt8] = []
    var isFinished = false
    var isAbandoned = false
    var dropped = 0
    var ready: (@Sendable () -> Void)?
    var abandoned: (@Sendable () -> Void)?
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// A stream that holds at most so many bytes that the client has not taken; pieces beyond them are dropped whole.
  package init(capacity: Int = 1 << 20) {
    self.capacity = capacity
  }

  // MARK: The application's half

  /// Adds a piece at the end.
  ///
  /// - Returns: false when it was dropped, since the client is too slow or gone.
  @discardableResult
  package func push(_ bytes: [UInt8]) -> Bool {
    let (isTaken, ready) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard !state.isFinished, !state.isAbandoned else { return (false, nil) }
      guard state.waiting.count + bytes.count <= capacity else {
        state.dropped += 1
        return (false, nil)
      }
      state.waiting.append(contentsOf: bytes)
      return (true, state.ready)
    }
    ready?()
    return isTaken
  }

  /// Ends the content behind what waits.
  package func finish() {
    let ready = state.withLock { state in
      state.isFinished = true
      return state.ready
    }
    ready?()
  }

  /// Pieces dropped since it was last asked.
  package func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  /// Has a closure called once nobody takes anything any more: the client has gone, the server stops or all was sent;
  /// at once when that is so already.
  package func onAbandoned(_ body: @escaping @Sendable () -> Void) {
    let isAbandoned = state.withLock { state in
      if !state.isAbandoned { state.abandoned = body }
      return state.isAbandoned
    }
    if isAbandoned { body() }
  }

  // MARK: The transport's half

  /// Takes at most so many bytes of what waits.
  package func take(upTo limit: Int) -> Piece {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return state.isFinished ? .end : .nothingYet }
      guard state.waiting.count > limit else {
        defer { state.waiting = [] }
        return .bytes(state.waiting)
      }
      let piece = Array(state.waiting.prefix(limit))
      state.waiting.removeFirst(limit)
      return .bytes(piece)
    }
  }

  /// Has a closure called, on any thread, whenever there may be something to take.
  package func onReady(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.ready = body }
  }

  /// Says that nobody takes anything any more.
  package func abandon() {
    let abandoned = state.withLock { state in
      defer { (state.abandoned, state.ready, state.waiting, state.isAbandoned) = (nil, nil, [], true) }
      return state.abandoned
    }
    abandoned?()
  }
}
