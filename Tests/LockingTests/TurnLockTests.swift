import Foundation
import Locking
import Synchronization
import Testing

@Suite("A lock for turns")
struct TurnLockTests {
  private final class Counter {
    var count = 0
  }

  @Test("is held by one thread at a time")
  func exclusion() {
    let lock = TurnLock(.store, Counter())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { lock.withLock { $0.count += 1 } }
    }
    #expect(lock.withLock { $0.count } == 80_000)
  }

  @Test("is usable after a closure that failed")
  func failure() {
    struct Stop: Error {}
    let lock = TurnLock(.store, Counter())
    #expect(throws: Stop.self) { try lock.withLock { _ in throw Stop() } }
    #expect(lock.withLock { $0.count } == 0)
  }

  #if os(Linux)
    private final class Waiter: Sendable {
      let id = Atomic<Int32>(0)
      let isAbout = Atomic(false)
      let isDone = DispatchSemaphore(value: 0)

      /// Whether the thread sleeps, which it does nowhere but at the lock once it is about to take it.
      var isAsleep: Bool {
        guard isAbout.load(ordering: .sequentiallyConsistent),
          let status = try? String(
            contentsOfFile: "/proc/self/task/\(id.load(ordering: .relaxed))/stat", encoding: .utf8)
        else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first == "S"
      }
    }

    /// A lock that the kernel hands over belongs to the thread that waits from the moment on at which it is released.
    @Test("lets a running thread take it again before one that must be woken up")
    func noHandOver() {
      let lock = TurnLock(.store, Counter())
      var taken = 0
      for _ in 0..<50 {
        let waiter = Waiter()
        lock.withLock { counter in
          counter.count = 0
          Thread.detachNewThread {
            waiter.id.store(gettid(), ordering: .relaxed)
            waiter.isAbout.store(true, ordering: .sequentiallyConsistent)
            lock.withLock { $0.count = 1 }
            waiter.isDone.signal()
          }
          while !waiter.isAsleep { sched_yield() }
        }
        lock.withLock { if $0.count == 0 { taken += 1 } }
        waiter.isDone.wait()
      }
      #expect(taken > 0)
    }
  #endif
}
