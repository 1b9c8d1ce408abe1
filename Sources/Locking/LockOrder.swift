import Platform

/// The locks of one thread, and whether it may take another one.
public struct LockOrder: Sendable {
  /// In the order in which they were taken.
  package private(set) var held: [LockRank] = []

  /// No locks.
  package init() {}

  /// Notes that a lock is about to be taken.
  ///
  /// - Returns: The held lock that forbids it; nil when the order is kept.
  package mutating func take(_ rank: LockRank) -> LockRank? {
    let obstacle = held.last { $0 >= rank }
    held.append(rank)
    return obstacle
  }

  /// Notes that a lock was released.
  package mutating func release(_ rank: LockRank) {
    if let index = held.lastIndex(of: rank) { held.remove(at: index) }
  }

  /// Calls a closure as if a lock of a level were held, for code that waits for its turn without a lock.
  ///
  /// - Throws: What the closure throws.
  @inlinable
  public static func holding<Outcome, Failure: Error>(
    _ rank: LockRank, _ body: () throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    #if DEBUG
      enter(rank)
      defer { leave(rank) }
    #endif
    return try body()
  }
}

#if DEBUG
  extension LockOrder {
    /// The calling thread is about to take a lock. Ends the process when the order forbids it.
    @usableFromInline
    static func enter(_ rank: LockRank) {
      let obstacle = HeldLocks.current.order.take(rank)
      if let obstacle {
        assertionFailure("the lock \"\(rank)\" is taken while \"\(obstacle)\" is held; see LockRank")
      }
    }

    /// The calling thread has released a lock.
    @usableFromInline
    static func leave(_ rank: LockRank) { HeldLocks.current.order.release(rank) }
  }

  /// The locks of the calling thread.
  private final class HeldLocks {
    var order = LockOrder()

    /// Thread-local storage; released when the thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { object in
        // The argument is optional on some systems and not on others.
        let object: UnsafeMutableRawPointer? = object
        if let object { Unmanaged<HeldLocks>.fromOpaque(object).release() }
      }
      return key
    }()

    static var current: HeldLocks {
      if let object = pthread_getspecific(key) { return Unmanaged<HeldLocks>.fromOpaque(object).takeUnretainedValue() }
      let new = HeldLocks()
      pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
      return new
    }
  }
#endif
