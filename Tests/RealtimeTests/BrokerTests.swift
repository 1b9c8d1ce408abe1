import Realtime
import STOMP
import Synchronization
import Testing
import World

/// A connection that keeps what it gets.
private final class Listening: MessageReceiver {
  struct Received: Equatable, Sendable {
    let subscription: Int
    let destination: String
    let body: String
    var isRedelivery = false
  }

  let sessionID: String
  private let allowed: @Sendable (String) -> Bool
  private let state = Mutex((received: [Received](), tags: [UInt64](), room: Int.max))

  init(_ sessionID: String, allowed: @escaping @Sendable (String) -> Bool = { _ in true }) {
    self.sessionID = sessionID
    self.allowed = allowed
  }

  var received: [Received] { state.withLock { $0.received } }
  var bodies: [String] { received.map(\.body) }
  var tags: [UInt64] { state.withLock { $0.tags } }

  /// Takes only so many more messages of queues.
  func limit(to room: Int) { state.withLock { $0.room = room } }

  func mayHear(_ destination: String) -> Bool { allowed(destination) }

  func deliver(_ message: Message, to subscription: Int, as delivery: Delivery) -> DeliveryOutcome {
    state.withLock { state in
      var received = Received(
        subscription: subscription, destination: message.destination,
        body: String(decoding: message.body, as: UTF8.self))
      if case .queued(let tag, let isRedelivery) = delivery {
        guard state.room > 0 else { return .full }
        state.room -= 1
        state.tags.append(tag)
        received.isRedelivery = isRedelivery
      }
      state.received.append(received)
      return .taken
    }
  }
}

private func message(_ destination: String, _ body: String) -> Message {
  Message(destination: destination, headers: Headers(), contentType: "text/plain", body: Array(body.utf8))
}

@Suite("A topic")
struct TopicTests {
  private let broker = Broker()

  @Test("is heard by everyone who subscribed to it, and by nobody else")
  func everyone() throws {
    let (first, second, other) = (Listening("s1"), Listening("s2"), Listening("s3"))
    try broker.subscribe(first, 1, to: "/topic/a", acknowledges: false)
    try broker.subscribe(second, 7, to: "/topic/a", acknowledges: false)
    try broker.subscribe(other, 1, to: "/topic/b", acknowledges: false)
    try broker.publish([message("/topic/a", "hello")])
    #expect(first.received == [.init(subscription: 1, destination: "/topic/a", body: "hello")])
    #expect(second.received == [.init(subscription: 7, destination: "/topic/a", body: "hello")])
    #expect(other.received.isEmpty)
  }

  @Test("comes once for each of two subscriptions")
  func twice() throws {
    let listening = Listening("s1")
    try broker.subscribe(listening, 1, to: "/topic/a", acknowledges: false)
    try broker.subscribe(listening, 2, to: "/topic/*", acknowledges: false)
    try broker.publish([message("/topic/a", "x")])
    #expect(listening.received.map(\.subscription).sorted() == [1, 2])
  }

  @Test(
    "is found by patterns",
    arguments: [
      ("/topic/greenhouse/*", ["/topic/greenhouse/messages": true, "/topic/greenhouse/a/b": false, "/topic/x": false]),
      ("/topic/greenhouse/**", ["/topic/greenhouse/messages": true, "/topic/greenhouse/a/b": true, "/topic/x": false]),
      ("/topic/**/alerts", ["/topic/tenant/1/alerts": true, "/topic/alerts": true, "/topic/tenant/1": false]),
      ("/topic/gree?house", ["/topic/greenhouse": true, "/topic/greehouse": false]),
    ])
  func patterns(pattern: String, destinations: [String: Bool]) throws {
    for (destination, isHeard) in destinations {
      let (broker, listening) = (Broker(), Listening("s1"))
      try broker.subscribe(listening, 1, to: pattern, acknowledges: false)
      try broker.publish([message(destination, "x")])
      #expect(listening.bodies == (isHeard ? ["x"] : []), "\(pattern) and \(destination)")
    }
  }

  @Test("is heard no more after the end of the subscription, or of the session")
  func ending() throws {
    let (first, second) = (Listening("s1"), Listening("s2"))
    for listening in [first, second] {
      try broker.subscribe(listening, 1, to: "/topic/a", acknowledges: false)
      try broker.subscribe(listening, 2, to: "/topic/**", acknowledges: false)
    }
    try broker.publish([message("/topic/a", "1")])
    broker.unsubscribe(first, 1, releasing: [])
    try broker.publish([message("/topic/a", "2")])
    broker.leave(second, user: nil, releasing: [])
    try broker.publish([message("/topic/a", "3")])
    #expect(first.bodies == ["1", "1", "2", "3"])
    #expect(second.bodies == ["1", "1", "2", "2"])
  }

  @Test("is kept from those who may not hear it, also when they ask by a pattern")
  func filtered() throws {
    let allowed = Listening("s1") { $0.hasPrefix("/topic/tenant/A/") }
    let outsider = Listening("s2") { !$0.hasPrefix("/topic/tenant/") }
    for listening in [allowed, outsider] {
      try broker.subscribe(listening, 1, to: "/topic/tenant/A/alerts", acknowledges: false)
      try broker.subscribe(listening, 2, to: "/topic/**", acknowledges: false)
    }
    try broker.publish([message("/topic/tenant/A/alerts", "a"), message("/topic/open", "o")])
    #expect(allowed.bodies == ["a", "a"])
    #expect(outsider.bodies == ["o"])
  }
}

@Suite("A durable subscription")
struct DurableSubscriptionTests {
  @Test("keeps only what its account may hear, also while nobody listens")
  func filtered() throws {
    var rules = MessagingRules()
    rules.dialect = .rabbitmq
    let broker = Broker(rules)
    let outsider = DurableQueue(name: "ana/d") { !$0.hasPrefix("/topic/tenant/") }
    let listening = Listening("s1") { !$0.hasPrefix("/topic/tenant/") }
    try broker.subscribe(listening, 1, to: "/topic/**", acknowledges: false, keptAs: outsider)
    try broker.publish([message("/topic/tenant/A/alerts", "secret"), message("/topic/open", "1")])
    broker.leave(listening, user: nil, releasing: [])
    try broker.publish([message("/topic/tenant/A/alerts", "secret"), message("/topic/open", "2")])
    try broker.subscribe(listening, 1, to: "/topic/**", acknowledges: false, keptAs: outsider)
    #expect(listening.bodies == ["1", "2"])
  }
}

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

@Suite("A user's own destination")
struct UserDestinationTests {
  private let broker = Broker()

  @Test("reaches the session that is answered, and no other")
  func reply() throws {
    let (asking, other) = (Listening("s1"), Listening("s2"))
    for listening in [asking, other] {
      try broker.subscribe(listening, 1, to: "/user/queue/status/response", acknowledges: false)
    }
    broker.reply(message("/user/queue/status/response", "fine"), to: "s1")
    #expect(asking.received == [.init(subscription: 1, destination: "/user/queue/status/response", body: "fine")])
    #expect(other.received.isEmpty)
  }

  @Test("reaches every session of the user it names, as they subscribed to it")
  func byName() throws {
    let sessions = [Listening("s1"), Listening("s2"), Listening("s3")]
    for session in sessions { try broker.subscribe(session, 1, to: "/user/queue/news", acknowledges: false) }
    broker.enter(sessions[0], user: "ana")
    broker.enter(sessions[1], user: "ana")
    broker.enter(sessions[2], user: "leo")
    try broker.publish([message("/user/ana/queue/news", "hello")], from: sessions[2])
    #expect(sessions.map(\.bodies) == [["hello"], ["hello"], []])
    #expect(sessions[0].received.first?.destination == "/user/queue/news")
    broker.leave(sessions[0], user: "ana", releasing: [])
    try broker.publish([message("/user/ana/queue/news", "again")], from: sessions[2])
    #expect(sessions.map(\.bodies) == [["hello"], ["hello", "again"], []])
  }

  @Test("is heard by no pattern of another session", arguments: ["**", "*/user/queue/notes", "/user/**", "**/notes"])
  func patternsOfOthers(_ pattern: String) throws {
    let (own, other) = (Listening("s1"), Listening("s2"))
    try broker.subscribe(own, 1, to: "/user/queue/notes", acknowledges: false)
    try broker.subscribe(other, 1, to: pattern, acknowledges: false)
    broker.reply(message("/user/queue/notes", "mine"), to: "s1")
    try broker.publish([message("/user/queue/notes", "to myself")], from: own)
    #expect(own.bodies == ["mine", "to myself"])
    #expect(other.bodies.isEmpty)
  }

  @Test("without a name is the sender's")
  func own() throws {
    let (sender, other) = (Listening("s1"), Listening("s2"))
    for listening in [sender, other] {
      try broker.subscribe(listening, 1, to: "/user/queue/notes", acknowledges: false)
    }
    try broker.publish([message("/user/queue/notes", "mine")], from: sender)
    #expect(sender.bodies == ["mine"])
    #expect(other.bodies.isEmpty)
  }
}
