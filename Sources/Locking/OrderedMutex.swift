import Synchronization

/// The levels of the project's locks: a thread that holds one may only take locks of later levels. So no two threads can
/// each wait for what the other holds. Debug builds check it at each lock (``OrderedMutex``); release builds do not.
///
/// A new lock gets the level of what it is held for: after every lock that may be held when it is taken, before every
/// lock that is taken while it is held. A lock under which nothing but the time is asked for is a `leaf`.
public enum LockRank: Int, Sendable, Comparable, CaseIterable {
  /// Reloading the configuration, which changes every part of the server.
  case reload
  /// Events of one WebSocket, one at a time; whatever a client's message leads to happens under it.
  case socketSession
  /// Events of one STOMP connection, one at a time.
  case stompConnection
  /// Taking steps of a world's simulations.
  case simulationSteps
  /// Loading the data set that worlds are copied from.
  case seedTemplate
  /// Work on one world's database.
  case store
  /// Work on the database whose content is copied into another one, under that one's `store`. Nobody writes to such a
  /// database, so nobody takes the two in the other order.
  case storeSource
  /// Announcing what a transaction changed, in the order of the commits, after the database is free again.
  case announcements
  /// Which steps of simulations are due; asks whether somebody listens.
  case simulationSchedules
  /// The message broker's subscriptions and queues.
  case broker
  /// Who listens to change events.
  case eventBus
  /// What a STOMP session remembers.
  case stompSession
  /// The faults at work on one socket.
  case socketInterceptor
  /// The list of a world's sockets.
  case socketTable
  /// The list of a world's faults.
  case faultTable
  /// How often one fault happened.
  case faultRule
  /// The newest exchanges and frames.
  case journal
  /// What is known about one exchange.
  case journalTicket
  /// Locks under which no other is taken but a clock's or a random source's: caches, counters, queues.
  case leaf
  /// A world's clock.
  case clock
  /// A random source.
  case random
  /// When the server looks next at what is due in its worlds; under any other lock it may turn out to be sooner.
  case timekeeper

  /// Whether the left one is taken first.
  public static func < (left: LockRank, right: LockRank) -> Bool { left.rawValue < right.rawValue }
}

/// A `Mutex` with a place in the order of locks (``LockRank``). In release builds it is a `Mutex` and nothing else.
///
/// It is public, since the compiler does not take the bodies of functions with package access into other modules: each
/// lock would then look for its type at run time.
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
  ///   - other: The level; say beside the call why the order still holds.
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
