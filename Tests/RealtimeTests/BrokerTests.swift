import Realtime
import STOMP
import Synchronization
import Testing
import World

/// A connection that keeps what it gets.
final class Listening: MessageReceiver {
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

  func maySubscribe(_ destination: String) -> Bool { allowed(destination) }

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

func message(_ destination: String, _ body: String) -> Message {
  Message(destination: destination, headers: Headers(), contentType: "text/plain", body: Array(body.utf8))
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
