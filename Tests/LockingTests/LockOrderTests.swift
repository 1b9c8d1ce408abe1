import Locking
import Testing

@Suite("The order of locks")
struct LockOrderTests {
  @Test("lets a thread take locks of later levels only")
  func rising() {
    var order = LockOrder()
    #expect(order.take(.store) == nil)
    #expect(order.take(.broker) == nil)
    #expect(order.take(.leaf) == nil)
    #expect(order.held == [.store, .broker, .leaf])
    order.release(.leaf)
    #expect(order.take(.eventBus) == nil)
  }

  @Test("tells which lock stands in the way")
  func falling() {
    var order = LockOrder()
    #expect(order.take(.broker) == nil)
    #expect(order.take(.store) == .broker)
    order.release(.store)
    #expect(order.take(.broker) == .broker)
  }

  @Test("lets the same locks be taken again once they are released")
  func again() {
    var order = LockOrder()
    for _ in 1...2 {
      #expect(order.take(.store) == nil)
      #expect(order.take(.storeSource) == nil)
      order.release(.storeSource)
      order.release(.store)
    }
    #expect(order.held.isEmpty)
  }

  @Test("leaves a lock usable whose closure failed")
  func failure() {
    struct Stop: Error {}
    let lock = OrderedMutex(.leaf, 1)
    #expect(throws: Stop.self) { try lock.withLock { _ throws(Stop) in throw Stop() } }
    #expect(lock.withLock { $0 } == 1)
  }

  #if DEBUG
    @Test("ends a debug build in which it is broken")
    func broken() async {
      await #expect(processExitsWith: .failure) {
        let first = OrderedMutex(.broker, 0)
        let second = OrderedMutex(.store, 0)
        first.withLock { _ in second.withLock { _ in } }
      }
    }
  #endif
}
