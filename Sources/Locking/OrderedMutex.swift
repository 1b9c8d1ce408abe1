import Synchronization

/// The levels of the project's locks: a thread that holds one may only take locks of later levels, so there are no
/// deadlocks. Debug builds check this at each lock (``OrderedMutex``); release builds do not.
///
/// A new lock gets a level after every lock that may be held when it is taken, and before every lock that is taken
/// while it is held. A lock under which only a clock or a random source is used is a `leaf`.
public enum LockRank: Int, Sendable, Comparable, CaseIterable {
  /// Reloading the configuration, which changes every part of the server.
  case reload
  /// Handling events of one WebSocket, one at a time, with everything that follows from a client's message.
  case socketSession
  /// Handling events of one STOMP connection, one at a time.
  case stompConnection
  /// Running steps of a world's simulations.
  case simulationSteps
  /// Loading the data set that worlds are copied from.
  case seedTemplate
  /// Work on one world's database.
  case store
  /// Work on the database whose content is copied into another one, under that one's `store`. Such a database is
  /// read-only, so no thread takes the two in the other order.
  case storeSource
  /// Publishing what a transaction changed, in the order of the commits, after the database is free again.
  case announcements
  /// The subscribers of a world's changes; checks for listeners.
  case changeFeed
  /// Which steps of simulations are due; checks for listeners.
  case simulationSchedules
  /// The message broker's subscriptions and queues.
  case broker
  /// The subscribers of change events.
  case eventBus
  /// The state of a STOMP session.
  case stompSession
  /// The active faults of one socket.
  case socketInterceptor
  /// The list of a world's sockets.
  case socketTable
  /// The list of a world's faults.
  case faultTable
  /// The counts of one fault.
  case faultRule
  /// The newest exchanges and frames.
  case journal
  /// The additions to one exchange.
  case journalTicket
  /// Locks under which only a clock's or a random source's lock is taken: caches, counters, queues.
  case leaf
  /// A world's clock.
  case clock
  /// A random source.
  case random
  /// The server's next wake-up, which any thread may set under any other lock.
  case timekeeper

  /// Whether the left one is taken first.
  public static func < (left: LockRank, right: LockRank) -> Bool { left.rawValue < right.rawValue }
}

/// A `Mutex` with a level in the order of locks (``LockRank``). In release builds it is only a `Mutex`.
///
/// It is public, because the compiler does not inline functions with package access into other modules: each lock would
/// then look up its type at run time.
public struct OrderedMutex<Value: ~Copyable>: ~Copyable, Sendable {
  #if DEBUG
    @usableFromInline let rank: LockRank
  #endif
  @usableFromInline let mutex: Mutex<Value>

  /// A lock of a level over a value.
  @inlinable
  public init(_ rank: LockRank, _ value: consuming sending Value) {
    #if DEBUG
      self.rank = rank
    #endif
    mutex = Mutex(value)
  }

  /// Calls a closure with the value while no other thread has it. Debug builds end the process when the calling thread
  /// holds a lock of the same or a later level.
  ///
  /// - Throws: What the closure throws.
  @inlinable
  public borrowing func withLock<Outcome: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Outcome
  ) throws(Failure) -> sending Outcome {
    #if DEBUG
      LockOrder.enter(rank)
      defer { LockOrder.leave(rank) }
    #endif
    return try mutex.withLock(body)
  }

  /// The same, with the lock counted as one of another level this time.
  ///
  /// - Parameters:
  ///   - other: The level; justify it in a comment at the call.
  /// - Throws: What the closure throws.
  @inlinable
  public borrowing func withLock<Outcome: ~Copyable, Failure: Error>(
    as other: LockRank, _ body: (inout sending Value) throws(Failure) -> sending Outcome
  ) throws(Failure) -> sending Outcome {
    #if DEBUG
      LockOrder.enter(other)
      defer { LockOrder.leave(other) }
    #endif
    return try mutex.withLock(body)
  }
}
