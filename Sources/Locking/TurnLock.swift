import Platform
import Synchronization

/// A lock for work of some microseconds and more, such as work on a database, with a level in the order of locks
/// (``LockRank``).
///
/// On Linux, the kernel passes a contended `Mutex` to the thread that has waited longest (FUTEX_LOCK_PI). This lock
/// allows a running thread to take it while the waiting one is woken up. Otherwise threads that take it frequently
/// would alternate in the kernel, and the lock would be unused meanwhile. A waiting thread checks for a moment whether
/// the lock becomes free before it sleeps.
///
/// `@unchecked Sendable` because the value is used only by the thread that holds the lock.
public final class TurnLock<Value>: @unchecked Sendable {
  private let rank: LockRank
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: Value
  /// Read by waiting threads: unlike an attempt to take the lock, it leaves the memory to the thread that has it.
  private let isTaken = Atomic(false)

  /// The number of checks before a thread sleeps: about 30 microseconds, the usual time of a turn on a database.
  /// Putting a thread to sleep and waking it takes longer.
  private static var spins: Int { 20_000 }

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
  ///   - other: The level that the lock counts as this time, if not its own; justify it in a comment at the call.
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
    for _ in 0..<Self.spins where !isTaken.load(ordering: .relaxed) {
      if pthread_mutex_trylock(mutex) == 0 { return }
    }
    pthread_mutex_lock(mutex)
  }
}
