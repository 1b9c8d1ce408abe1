import Platform

/// A lock for work of some microseconds and more, such as that on a database, with a place in the order of locks
/// (``LockRank``).
///
/// Unlike `Mutex`, which on Linux has the kernel hand a contended lock over to the thread that has waited longest
/// (FUTEX_LOCK_PI), it lets a running thread take it while the one that waited is still being woken up. Threads that take
/// it all the time would otherwise change places in the kernel each time, and the lock would belong to nobody meanwhile.
/// On Linux a thread also looks for a moment whether the lock becomes free before it sleeps.
///
/// `@unchecked Sendable` because the value is used only by the thread that holds the lock.
public final class TurnLock<Value>: @unchecked Sendable {
  private let rank: LockRank
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: Value

  /// A lock of a level over a value.
  public init(_ rank: LockRank, _ value: sending Value) {
    (self.rank, self.value) = (rank, value)
    mutex = .allocate(capacity: 1)
    #if canImport(Glibc)
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    #else
      pthread_mutex_init(mutex, nil)
    #endif
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
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(value)
    }
  }
}
