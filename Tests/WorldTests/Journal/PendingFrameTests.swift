import Foundation
import HTTPCore
import JSON
import Testing
import World

@Suite("A frame that is under way in the journal")
struct PendingFrameTests {
  private func begin(_ sample: JournalSample, _ text: String = "x") -> PendingFrame {
    sample.journal.beginFrame(
      JournalFrame(socket: "1", api: "interspace", path: "/ws", direction: .sent, message: .text(Array(text.utf8))))
  }

  @Test("gets its number when it is settled, and the time when it began")
  func settle() {
    let sample = JournalSample()
    let (first, second) = (begin(sample, "first"), begin(sample, "second"))
    #expect(sample.journal.contents().entries.isEmpty)
    #expect(sample.journal.contents().pending.map { $0.frame?.ending } == [nil, nil])
    #expect(sample.journal.contents().pending.map { $0.frame?.isDelivered } == [nil, nil])
    let time = sample.clock.now
    sample.clock.advance(nanoseconds: 1_000_000_000)
    second.settle(.whole)
    second.settle(.never)
    first.settle(.reset)
    let entries = sample.journal.contents().entries
    #expect(entries.map { $0.frame.map { String(decoding: $0.message.bytes, as: UTF8.self) } } == ["second", "first"])
    #expect(entries.map { $0.frame?.ending } == [.whole, .reset])
    #expect(entries.map { $0.frame?.isDelivered } == [true, false])
    #expect(entries.map(\.time) == [time, time])
    #expect(sample.journal.contents().pending.isEmpty)
  }

  @Test("was lost when nobody settled it")
  func release() {
    let sample = JournalSample()
    do { _ = begin(sample) }
    #expect(sample.journal.contents().entries.map { $0.frame?.ending } == [.aborted])
  }

  @Test("stays forgotten when the journal was cleared")
  func clear() {
    let sample = JournalSample()
    let frame = begin(sample)
    sample.journal.removeAll()
    frame.settle(.whole)
    #expect(sample.numbers.isEmpty)
    #expect(sample.journal.contents().pending.isEmpty)
  }

  @Test("is counted only when too many come")
  func gate() {
    let sample = JournalSample(JournalLimits(framesPerSecond: 1))
    let frames = (1...3).map { begin(sample, "\($0)") }
    for frame in frames { frame.settle(.whole) }
    #expect(sample.numbers == [1])
    #expect(sample.journal.contents().framesLeftOut == 2)
  }

  @Test("is waited for while the system gets its bytes")
  func writing() {
    let sample = JournalSample()
    let frame = begin(sample)
    frame.beginWriting()
    let writer = Thread {
      frame.settle(.whole)
      frame.endWriting()
    }
    writer.start()
    sample.journal.awaitChecks()
    #expect(sample.numbers == [1])
  }

  @Test(
    "is delivered, is not, or is on its way, as a query asks",
    arguments: [
      (#"{"delivered":true}"#, [1]), (#"{"delivered":"true"}"#, [1]), (#"{"delivered":false}"#, [2, 3]),
      (#"{"delivered":"any"}"#, [1, 2, 3]), (#"{"kind":"frame"}"#, [1]), (#"{"direction":"sent"}"#, [1]),
      (#"{"kind":"any"}"#, [1, 4]), (#"{"kind":"any","delivered":"any"}"#, [1, 2, 3, 4]),
      (#"{"kind":"frame","ending":"never"}"#, [2]), (#"{"kind":"frame","ending":"aborted"}"#, [3]),
      (#"{"kind":"frame","ending":"never","delivered":true}"#, []), ("{}", [4]), (#"{"ending":"whole"}"#, [4]),
    ])
  func queries(match: String, numbers: [Int]) throws {
    let sample = JournalSample()
    for ending in [Transmission.Ending.whole, .never, .aborted] { begin(sample).settle(ending) }
    try sample.exchange()
    let object = try #require(try JSONParser.parse(Array(match.utf8)).object)
    let query = try JournalQueryReader.read(object, kind: .exchange, frames: .delivered)
    #expect(sample.journal.contents().entries.filter { query.matches($0) }.map(\.sequence) == numbers)
  }

  @Test("is in lists whatever became of it, unless they ask", arguments: [("kind=frame", 3), ("delivered=false", 2)])
  func lists(text: String, count: Int) throws {
    let sample = JournalSample()
    for ending in [Transmission.Ending.whole, .never, .aborted] { begin(sample).settle(ending) }
    let query = try JournalQueryReader.read(QueryParameters(Array(text.utf8)), besides: [], kind: .exchange)
    #expect(sample.journal.contents().entries.filter { query.matches($0) }.count == count)
  }
}
