import HTTPCore
import Synchronization
import Testing

@Suite("A content stream")
struct BodyStreamTests {
  @Test("gives out what was pushed, in order, in pieces no larger than asked for")
  func take() {
    let stream = BodyStream()
    #expect(stream.take(upTo: 10) == .nothingYet)
    #expect(stream.push([1, 2, 3]))
    #expect(stream.push([4, 5]))
    #expect(stream.take(upTo: 2) == .bytes([1, 2]))
    #expect(stream.take(upTo: 10) == .bytes([3, 4, 5]))
    #expect(stream.take(upTo: 10) == .nothingYet)
    stream.push([6])
    stream.finish()
    #expect(stream.take(upTo: 1) == .bytes([6]))
    #expect(stream.take(upTo: 1) == .end)
    #expect(!stream.push([7]))
  }

  @Test("drops pieces whole that do not fit, and counts them once")
  func capacity() {
    let stream = BodyStream(capacity: 4)
    #expect(stream.push([1, 2, 3]))
    #expect(!stream.push([4, 5]))
    #expect(stream.push([6]))
    #expect(stream.takeDropped() == 1)
    #expect(stream.takeDropped() == 0)
    #expect(stream.take(upTo: 9) == .bytes([1, 2, 3, 6]))
    #expect(stream.push([7, 8, 9, 10]))
  }

  @Test("breaks off behind what was pushed, or at once")
  func breakOff() {
    let (late, early) = (BodyStream(), BodyStream())
    for stream in [late, early] { stream.push([1, 2]) }
    late.breakOff()
    early.fail()
    #expect(!late.push([3]))
    #expect(late.take(upTo: 1) == .bytes([1]))
    #expect(late.take(upTo: 9) == .bytes([2]))
    #expect(late.take(upTo: 9) == .broken)
    #expect(early.take(upTo: 9) == .broken)
  }

  @Test("says when there is something to take, or the end")
  func ready() {
    let stream = BodyStream()
    let calls = Mutex(0)
    let counter = { @Sendable in calls.withLock { $0 += 1 } }
    stream.push([1])
    stream.onReady(counter)
    stream.push([2])
    stream.finish()
    #expect(calls.withLock { $0 } == 2)
  }

  @Test("says once that nobody takes any more, also to who asks later")
  func abandon() {
    let stream = BodyStream()
    let calls = Mutex(0)
    let counter = { @Sendable in calls.withLock { $0 += 1 } }
    stream.onAbandoned(counter)
    stream.push([1])
    stream.abandon()
    stream.abandon()
    #expect(calls.withLock { $0 } == 1)
    #expect(!stream.push([2]))
    stream.onAbandoned(counter)
    #expect(calls.withLock { $0 } == 2)
  }
}
