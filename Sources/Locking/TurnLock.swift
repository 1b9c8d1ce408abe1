import Platform
import Synchronization

/// A lock for work of some microseconds and more, such as that on a database, with a place in the order of locks
/// (``LockRank``).
///
/// Unlike `Mutex`, which on Linux has the kernel hand a contended lock over to the thread that has waited longest
/// (FUTEX_LOCK_PI), it lets a running thread take it while the one that waited is still being woken up. Threads that take
/// it all the time would otherwise change places in the kernel each time, and the lock would belong to nobody meanwhile.
/// A thread that waits looks for a moment whether the lock becomes free before it sleeps.
///
/// `@unchecked Sendable` because the value is used only by the thread that holds the lock.
public final class TurnLock<Value>: @unchecked Sendable {
  private let rank: LockRank
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: Value
  /// What waiting threads look at: unlike an attempt to take the lock, it leaves the memory to the thread that has it.
  private let isTaken = Atomic(false)

  /// How often a thread looks whether the lock is free before it sleeps: for some 30 microseconds, about as long as a turn
  /// on a database takes. To put a thread to sleep and to wake it up again takes longer.
  private static var looks: Int { 20_000 }

  /// A lock of a level over a value.
  public init(_ rank: LockRank, _ value: sending Value) {
    (self.rank, self.value) = (rank, value)
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls a closure with the value while no other thread has it. Debug builds end the process when the calling thread
  /// holds a lock of the same or a later level.
  ///
  /// - Parameters:
  ///   - other: The level that the lock counts as this time, if not its own; say beside the call why the order still
  ///     holds.
  ///   - body: Must keep nothing of the value.
  /// - Throws: What the closure throws.
  public func withLock<Outcome, Failure: Error>(
    as other: LockRank? = nil, _ body: (Value) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    try LockOrder.holding(other ?? rank) { () throws(Failure) -> Outcome in
      lock()
      isTaken.store(true, ordering: .relaxed)
      defer {
        isTaken.store(false, ordering: .relaxed)
        pthread_mutex_unlock(mutex)
      }
      return try body(value)
    }
  }

  private func lock() {
    if pthread_mutex_trylock(mutex) == 0 { return }
    for _ in 0..<Self.looks where !isTaken.load(ordering: .relaxed) {
      if pthread_mutex_trylock(mutex) == 0 { return }
    }
    pthread_mutex_lock(mutex)
  }
}
