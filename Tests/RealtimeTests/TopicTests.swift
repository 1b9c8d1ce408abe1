import Realtime
import STOMP
import Synchronization
import Testing
import World

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
    for (destination, hasObservers) in destinations {
      let (broker, listening) = (Broker(), Listening("s1"))
      try broker.subscribe(listening, 1, to: pattern, acknowledges: false)
      try broker.publish([message(destination, "x")])
      #expect(listening.bodies == (hasObservers ? ["x"] : []), "\(pattern) and \(destination)")
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
