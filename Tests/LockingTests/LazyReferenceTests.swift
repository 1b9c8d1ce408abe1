import Foundation
import Locking
import Synchronization
import Testing

@Suite("A reference that is set once")
struct LazyReferenceTests {
  private final class Thing: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private final class Holder: Sendable {
    let thing = LazyReference<Thing>()
  }

  @Test("has the object of the first thread, for all threads")
  func race() {
    let holder = Holder()
    let seen = Mutex<Set<Int>>([])
    #expect(holder.thing.load() == nil)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let kept = holder.thing.storeIfNil(Thing(number)).number
      seen.withLock { seen in
        seen.insert(kept)
        seen.insert(holder.thing.load()?.number ?? -1)
      }
    }
    #expect(seen.withLock { $0 } == [holder.thing.load()?.number])
  }

  @Test("keeps its object as long as it lives itself, and no other one")
  func memory() {
    weak var kept: Thing?
    weak var refused: Thing?
    do {
      let holder = Holder()
      do {
        let (first, second) = (Thing(1), Thing(2))
        (kept, refused) = (first, second)
        _ = holder.thing.storeIfNil(first)
        _ = holder.thing.storeIfNil(second)
      }
      #expect(kept?.number == 1)
      #expect(refused == nil)
      withExtendedLifetime(holder) {}
    }
    #expect(kept == nil)
  }
}
