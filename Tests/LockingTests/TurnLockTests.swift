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
      /// Where the system tells of the thread, from when on it is about to take the lock.
      let place = Mutex<String?>(nil)
      let isDone = DispatchSemaphore(value: 0)

      /// Whether the thread sleeps, which it does nowhere but at the lock once it is about to take it.
      var isAsleep: Bool {
        guard let place = place.withLock({ $0 }),
          let status = try? String(contentsOfFile: "/proc/\(place)/stat", encoding: .utf8)
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
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            waiter.place.withLock { $0 = place }
            lock.withLock { $0.count = 1 }
            waiter.isDone.signal()
          }
          while !waiter.isAsleep {}
        }
        lock.withLock { if $0.count == 0 { taken += 1 } }
        waiter.isDone.wait()
      }
      #expect(taken > 0)
    }
  #endif
}
