import Synchronization

/// Immutable bytes at a fixed address, shared by all responses that carry them: a rendered list of a
/// megabyte is handed to the transport without a copy.
package final class ContentBuffer: Sendable {
  /// Unchecked since the memory is written once, before `init` returns, and only read after.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  private let cut = AtomicLazyReference<ContentBuffer>()
  private let codedForm = AtomicLazyReference<ContentBuffer>()

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
  ///   - length: How many at most. Only the length that is asked for first is shared; any other gets a new buffer.
  package func beginning(_ length: Int) -> ContentBuffer {
    guard count > length else { return self }
    if let cut = cut.load(), cut.count == length { return cut }
    let made = ContentBuffer(withBytes { Array($0.prefix(length)) })
    let kept = cut.storeIfNil(made)
    return kept.count == length ? kept : made
  }

  /// The bytes in a coding, in a buffer of their own, which is made once and shared like this one.
  ///
  /// - Parameters:
  ///   - make: Codes them, always in the same way; nil when it cannot.
  package func coded(by make: (UnsafeRawBufferPointer) -> [UInt8]?) -> ContentBuffer? {
    if let known = codedForm.load() { return known }
    return withBytes(make).map { codedForm.storeIfNil(ContentBuffer($0)) }
  }

  /// A copy as an array.
  package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// Content that is produced while it is sent, such as server-sent events. The application pushes pieces; the transport
/// takes them, and says when the client has gone.
package final class ContentStream: Sendable {
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

/// How much of an answer was sent, and how that ended.
package struct Transmission: Sendable, Equatable {
  /// How it ended.
  ///
  /// Of a frame: `whole` when the system or the session took all of it, `never` when a fault dropped it or held it back
  /// to the end, `reset` when a reset came before it, `aborted` when the socket closed before it.
  package enum Ending: String, Sendable, CaseIterable {
    /// With its last byte, as it should.
    case whole
    /// The connection was closed in the middle of the content, as a fault asked for.
    case truncated
    /// The connection was closed before the first byte.
    case empty
    /// The connection was reset before the first byte.
    case reset
    /// Nothing was sent until the client gave up.
    case never
    /// The connection was lost before the end: the client left, took nothing for too long, or the server stopped.
    case aborted
  }

  package let ending: Ending
  /// Whether the status line and the header section were sent.
  package let hasHead: Bool
  /// Bytes of the content that were sent; nil when that is not known.
  package let contentBytes: Int?

  /// A transmission from its parts.
  package init(_ ending: Ending, hasHead: Bool, contentBytes: Int?) {
    (self.ending, self.hasHead, self.contentBytes) = (ending, hasHead, contentBytes)
  }

  /// The transmission of an answer of which no byte was sent.
  package static func nothing(_ ending: Ending) -> Transmission {
    Transmission(ending, hasHead: false, contentBytes: 0)
  }
}

/// Reports what became of an answer, exactly once. Whoever sends the answer settles the report; a report that is
/// released unsettled says that the answer was aborted.
package final class DeliveryReport: Sendable, Equatable {
  private let tell: Mutex<(@Sendable (Transmission) -> Void)?>

  /// A report to a closure, which is called once, by any thread.
  package init(_ tell: @escaping @Sendable (Transmission) -> Void) {
    self.tell = Mutex(tell)
  }

  deinit {
    settle(.nothing(.aborted))
  }

  /// Says what became of the answer. Only the first call counts.
  package func settle(_ transmission: Transmission) {
    let tell = tell.withLock { $0.take() }
    tell?(transmission)
  }

  /// Whether they are the same object.
  package static func == (left: DeliveryReport, right: DeliveryReport) -> Bool { left === right }
}
