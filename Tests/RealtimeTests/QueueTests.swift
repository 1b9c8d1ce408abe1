import Realtime
import STOMP
import Synchronization
import Testing
import World

@Suite("A queue")
struct QueueTests {
  private let broker = Broker()

  @Test("keeps messages until a consumer comes, in order")
  func waiting() throws {
    for body in ["1", "2", "3"] { try broker.publish([message("/queue/a", body)]) }
    let consumer = Listening("s1")
    try broker.subscribe(consumer, 1, to: "/queue/a", acknowledges: false)
    #expect(consumer.bodies == ["1", "2", "3"])
  }

  @Test("gives each message to one consumer, in turn")
  func turns() throws {
    let consumers = [Listening("s1"), Listening("s2"), Listening("s3")]
    for consumer in consumers { try broker.subscribe(consumer, 1, to: "/queue/a", acknowledges: false) }
    for number in 0..<9 { try broker.publish([message("/queue/a", "\(number)")]) }
    #expect(consumers.flatMap(\.bodies).sorted() == (0..<9).map(String.init))
    #expect(consumers.allSatisfy { $0.bodies.count == 3 })
  }

  @Test("refuses what does not fit, all of a batch or nothing")
  func bounded() throws {
    let fitting = (0..<1000).map { message("/queue/a", "\($0)") }
    try broker.publish(fitting)
    #expect(throws: Diagnosis.self) { try broker.publish([message("/queue/b", "b"), message("/queue/a", "more")]) }
    #expect(throws: Diagnosis.self) {
      try broker.publish([message("/queue/big", String(repeating: "x", count: (1 << 20) + 1))])
    }
    let consumer = Listening("s1")
    try broker.subscribe(consumer, 1, to: "/queue/b", acknowledges: false)
    #expect(consumer.bodies.isEmpty)
    try broker.subscribe(consumer, 2, to: "/queue/a", acknowledges: false)
    #expect(consumer.bodies.count == 1000)
    try broker.publish([message("/queue/a", "again")])
    #expect(consumer.bodies.last == "again")
  }

  @Test("may have only so many siblings")
  func manyQueues() throws {
    for number in 0..<1000 { try broker.publish([message("/queue/\(number)", "x")]) }
    #expect(throws: Diagnosis.self) { try broker.publish([message("/queue/more", "x")]) }
    let consumer = Listening("s1")
    try broker.subscribe(consumer, 1, to: "/queue/7", acknowledges: false)
    broker.unsubscribe(consumer, 1, releasing: [])
    try broker.publish([message("/queue/more", "x")])
  }

  @Test("gives what was not acknowledged to another consumer, marked, in its old order")
  func redelivery() throws {
    let (first, second) = (Listening("s1"), Listening("s2"))
    try broker.subscribe(first, 1, to: "/queue/a", acknowledges: true)
    try broker.publish(["1", "2", "3"].map { message("/queue/a", $0) })
    broker.acknowledge([first.tags[0]])
    try broker.subscribe(second, 1, to: "/queue/a", acknowledges: true)
    broker.leave(first, user: nil, releasing: [first.tags[2], first.tags[1]])
    #expect(second.bodies == ["2", "3"])
    #expect(second.received.map(\.isRedelivery) == [true, true])
  }

  @Test("gives what was refused to another consumer, and to the same one when there is no other")
  func refusal() throws {
    let (first, second) = (Listening("s1"), Listening("s2"))
    try broker.subscribe(first, 1, to: "/queue/a", acknowledges: true)
    try broker.publish([message("/queue/a", "x")])
    broker.release(first.tags)
    #expect(first.bodies == ["x", "x"])
    try broker.subscribe(second, 1, to: "/queue/a", acknowledges: true)
    broker.release([first.tags[1]])
    #expect(first.bodies == ["x", "x"])
    #expect(second.bodies == ["x"])
  }

  @Test("is copied with what consumers have not acknowledged, marked and before what waits")
  func copy() throws {
    let consumer = Listening("s1")
    consumer.limit(to: 3)
    try broker.subscribe(consumer, 1, to: "/queue/work", acknowledges: true)
    try broker.publish((1...5).map { message("/queue/work", "\($0)") })
    try broker.publish([message("/queue/other", "x")])
    broker.acknowledge([consumer.tags[1]])
    #expect(broker.held.map { String(decoding: $0.message.body, as: UTF8.self) } == ["x", "1", "3", "4", "5"])
    #expect(broker.held.map(\.isRedelivery) == [false, true, true, false, false])
    let twin = Broker()
    twin.replaceHeld(broker.held)
    let other = Listening("s2")
    try twin.subscribe(other, 1, to: "/queue/work", acknowledges: true)
    #expect(other.bodies == ["1", "3", "4", "5"])
    #expect(other.received.map(\.isRedelivery) == [true, true, false, false])
    // What it has is held there still.
    #expect(twin.held.map(\.isRedelivery) == [false, true, true, true, true])
  }

  @Test("has what a consumer had at a snapshot once more after it is restored, and no acknowledgement of before counts")
  func restore() throws {
    let consumer = Listening("s1")
    try broker.subscribe(consumer, 1, to: "/queue/work", acknowledges: true)
    try broker.publish([message("/queue/work", "1"), message("/queue/work", "2")])
    let held = broker.held
    broker.acknowledge(consumer.tags)
    #expect(broker.held.isEmpty)
    broker.replaceHeld(held)
    #expect(consumer.bodies == ["1", "2", "1", "2"])
    #expect(consumer.received.suffix(2).allSatisfy { $0.isRedelivery })
    broker.acknowledge(Array(consumer.tags.prefix(2)))
    #expect(broker.held.count == 2)
    broker.acknowledge(consumer.tags)
    #expect(broker.held.isEmpty)
  }

  @Test("loses nothing of a copy that is more than may wait")
  func largeCopy() throws {
    let rules = {
      var rules = MessagingRules()
      rules.queueCapacity = 2
      return rules
    }()
    let (small, twin, consumer) = (Broker(rules), Broker(rules), Listening("s1"))
    consumer.limit(to: 2)
    try small.subscribe(consumer, 1, to: "/queue/work", acknowledges: true)
    for number in 1...4 { try small.publish([message("/queue/work", "\(number)")]) }
    twin.replaceHeld(small.held)
    #expect(twin.held.count == 4)
  }

  @Test("forgets what was acknowledged, however often it is said")
  func acknowledged() throws {
    let first = Listening("s1")
    try broker.subscribe(first, 1, to: "/queue/a", acknowledges: true)
    try broker.publish([message("/queue/a", "x")])
    broker.acknowledge(first.tags)
    broker.acknowledge(first.tags)
    broker.release(first.tags)
    #expect(first.bodies == ["x"])
  }

  @Test("waits for a consumer that takes no more, and goes on when it does")
  func congestion() throws {
    let consumer = Listening("s1")
    consumer.limit(to: 2)
    try broker.subscribe(consumer, 1, to: "/queue/a", acknowledges: false)
    for number in 0..<5 { try broker.publish([message("/queue/a", "\(number)")]) }
    #expect(consumer.bodies == ["0", "1"])
    consumer.limit(to: 10)
    broker.resume(consumer)
    #expect(consumer.bodies == ["0", "1", "2", "3", "4"])
  }

  @Test("goes on with another consumer while one takes no more")
  func congestedBesideFree() throws {
    let (stuck, free) = (Listening("s1"), Listening("s2"))
    stuck.limit(to: 0)
    for consumer in [stuck, free] { try broker.subscribe(consumer, 1, to: "/queue/a", acknowledges: false) }
    for number in 0..<4 { try broker.publish([message("/queue/a", "\(number)")]) }
    #expect(free.bodies == ["0", "1", "2", "3"])
    #expect(stuck.bodies.isEmpty)
  }
}
