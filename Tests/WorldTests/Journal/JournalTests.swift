import Dispatch
import Foundation
import HTTPCore
import Synchronization
import Testing
import World

@Suite("The journal")
struct JournalTests {
  @Test("keeps the newest entries and says how many it dropped")
  func count() throws {
    let sample = JournalSample(JournalLimits(entries: 3))
    for _ in 0..<10 { try sample.exchange() }
    #expect(sample.numbers == [8, 9, 10])
    #expect(sample.journal.contents().dropped == 7)
    #expect(sample.journal.contents(after: 9).entries.map(\.sequence) == [10])
    #expect(sample.journal.contents(after: 10).entries.isEmpty)
  }

  @Test("keeps no more bytes than it may, but always the newest entry", arguments: [40_000, 100_000, 0])
  func bytes(limit: Int) throws {
    let sample = JournalSample(JournalLimits(bytes: limit))
    for _ in 0..<50 { try sample.exchange(body: String(repeating: "x", count: 10_000)) }
    let kept = sample.numbers
    #expect(kept.last == 50)
    #expect(kept.count == max(1, limit / 4 * 3 / 10_600))
  }

  @Test("forgets everything when it is cleared, and counts on")
  func clearing() throws {
    let sample = JournalSample(JournalLimits(entries: 2))
    for _ in 0..<5 { try sample.exchange() }
    sample.journal.removeAll()
    #expect(sample.numbers.isEmpty)
    #expect(sample.journal.contents().dropped == 0)
    try sample.exchange()
    #expect(sample.numbers == [6])
  }

  @Test("keeps nothing when it is off")
  func off() throws {
    let sample = JournalSample(.off)
    #expect(!sample.journal.isOn)
    #expect(try sample.exchange() == nil)
    sample.frame("x")
    #expect(sample.numbers.isEmpty)
  }

  @Test("cuts long bodies and remembers how long they were")
  func cut() throws {
    let sample = JournalSample(JournalLimits(bodyBytes: 100))
    let long = [UInt8](repeating: 0x61, count: 1000)
    for answer in [Response.Content.bytes(long), .shared(BodyBuffer(long))] {
      try sample.exchange("POST", body: String(decoding: long, as: UTF8.self), answer: answer)
    }
    for entry in sample.journal.contents().entries {
      let exchange = try #require(entry.exchange)
      #expect(exchange.request.body.count == 100)
      #expect(exchange.requestBytes == 1000)
      #expect(exchange.response?.content.count == 100)
      #expect(exchange.responseBytes == 1000)
    }
    sample.frame(String(repeating: "é", count: 1000))
    let frame = try #require(sample.journal.contents().entries.last?.frame)
    #expect(frame.isTruncated)
    #expect(frame.payloadBytes == 2000)
    #expect(frame.message.bytes.count == 100)
  }

  @Test("shares short content with the answer instead of copying it")
  func sharing() throws {
    let sample = JournalSample()
    let buffer = BodyBuffer(Array("content".utf8))
    try sample.exchange(answer: .shared(buffer))
    let exchange = try #require(sample.journal.contents().entries.first?.exchange)
    guard case .shared(let kept)? = exchange.response?.content else {
      Issue.record("the content was copied")
      return
    }
    #expect(kept === buffer)
  }

  @Test("takes deviations before and after the answer, from any thread, and not without end")
  func deviations() throws {
    let sample = JournalSample()
    let pending = try #require(sample.journal.begin())
    pending.awaitAdditions()
    let request = Request(method: .get, target: try RequestTarget(Array("/".utf8)))
    sample.journal.finish(pending, request, JournalExchange.Details(api: "x"), Response(status: 200))
    let entry = try #require(sample.journal.contents().entries.first)
    #expect(entry.exchange?.deviations == [])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<10 { pending.add([JournalExchange.Deviation(location: "body/\(number)", message: "is wrong")]) }
    }
    #expect(entry.exchange?.deviations.count == PendingExchange.maximumDeviations)
  }

  @Test("keeps frames and exchanges apart, so that a busy socket pushes out no requests")
  func frames() throws {
    let sample = JournalSample(JournalLimits(entries: 5))
    try sample.exchange()
    for number in 0..<20 { sample.frame("\(number)") }
    try sample.exchange()
    #expect(sample.numbers == [1, 17, 18, 19, 20, 21, 22])
  }

  @Test("counts the frames that are too many for a second, and begins anew in the next")
  func framesPerSecond() {
    let box = Box(now: 0)
    let sample = JournalSample(JournalLimits(framesPerSecond: 10), monotonic: { box.now.load(ordering: .relaxed) })
    for number in 0..<25 { sample.frame("\(number)") }
    #expect(sample.numbers.count == 10)
    #expect(sample.journal.contents().framesLeftOut == 15)
    box.now.store(1_000_000_000, ordering: .relaxed)
    sample.frame("next")
    #expect(sample.numbers.count == 11)
  }

  @Test("numbers what eight threads record without gap or repetition, while others read")
  func concurrency() throws {
    let sample = JournalSample(JournalLimits(entries: 500))
    let seen = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 12) { thread in
      for round in 0..<300 {
        switch thread {
        case 0..<6: _ = try? sample.exchange(body: "{\"round\":\(round)}")
        case 6, 7: sample.frame("frame \(round)")
        default:
          let numbers = sample.numbers
          #expect(numbers == numbers.sorted())
          #expect(numbers.allSatisfy { $0 > 0 })
          seen.withLock { $0 += numbers.count }
        }
      }
    }
    #expect(sample.journal.lastSequence == 8 * 300)
    #expect(sample.journal.contents().entries.filter { !$0.isFrame }.count == 500)
  }

  @Test("tells observers of new entries until they cancel, and of the end")
  func observers() throws {
    let sample = JournalSample()
    let told = (first: DispatchSemaphore(value: 0), second: DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    let first = try #require(
      sample.journal.observe(JournalObserver(changed: { told.first.signal() }, ended: { ended.signal() })))
    _ = try #require(
      sample.journal.observe(JournalObserver(changed: { told.second.signal() }, ended: { ended.signal() })))
    try sample.exchange()
    #expect(told.first.wait(timeout: .now() + 5) == .success)
    #expect(told.second.wait(timeout: .now() + 5) == .success)
    first.cancel()
    sample.frame("x")
    #expect(told.second.wait(timeout: .now() + 5) == .success)
    #expect(told.first.wait(timeout: .now()) == .timedOut)
    sample.journal.close()
    #expect(ended.wait(timeout: .now()) == .success)
    #expect(ended.wait(timeout: .now()) == .timedOut)
    #expect(sample.journal.observe(JournalObserver(changed: {}, ended: {})) == nil)
  }

  @Test("tells observers outside of the locks of whoever records")
  func observersOutsideOfLocks() throws {
    let sample = JournalSample()
    let lock = Mutex(0)
    let told = DispatchSemaphore(value: 0)
    let observer = JournalObserver(
      changed: {
        // Were this called while the frame is recorded, it would wait for its own thread.
        lock.withLock { _ in }
        told.signal()
      }, ended: {})
    _ = try #require(sample.journal.observe(observer))
    let recorder = Thread { lock.withLock { _ in sample.frame("x") } }
    recorder.start()
    #expect(told.wait(timeout: .now() + 5) == .success)
  }

  @Test("has room for so many observers and no more")
  func observerLimit() {
    let journal = JournalSample().journal
    let observer = JournalObserver(changed: {}, ended: {})
    let places = (0...Journal.maximumObservers).map { _ in journal.observe(observer) }
    #expect(places.filter { $0 == nil }.count == 1)
    places[0]?.cancel()
    #expect(journal.observe(observer) != nil)
  }
}

/// A number that closures share.
private final class Box: Sendable {
  let now: Atomic<Int64>

  init(now: Int64) {
    self.now = Atomic(now)
  }
}
