import STOMP
import Testing

@Suite("A session like RabbitMQ's")
struct RabbitMQSessionTests {
  /// Frames behind CONNECT, and what they lead to, a word for each action.
  private static let conversations: [(frames: [String], done: [String])] = [
    (
      ["SEND\ndestination:/user/a\nreceipt:r\n\nx\0", "SEND\ndestination:a\nreceipt:r\n\nx\0"],
      ["refuse", "ERROR", "/queue/a", "RECEIPT"]
    ),
    (
      ["SUBSCRIBE\ndestination:/temp-queue/a\nid:1\n\n\0", "SUBSCRIBE\nid:/temp-queue/a\ndestination:/queue/a\n\n\0"],
      ["refuse", "ERROR", "refuse", "ERROR"]
    ),
    (
      ["SUBSCRIBE\ndestination:/queue/a\n\nbody\0", "UNSUBSCRIBE\ndestination:/queue/a\n\n\0"],
      ["subscribe /queue/a", "unsubscribe 1"]
    ),
    (["UNSUBSCRIBE\nid:1\n\n\0", "ACK\nid:1\n\n\0"], ["refuse", "ERROR", "refuse", "ERROR"]),
    (
      ["SUBSCRIBE\nid:1\ndestination:/queue/a\n\n\0", "SUBSCRIBE\nid:1\ndestination:/queue/b\n\n\0"],
      ["subscribe /queue/a", "refuse", "ERROR", "unsubscribe 1", "close"]
    ),
    (
      [
        "BEGIN\ntransaction:t\n\n\0", "SEND\ndestination:a\ntransaction:t\nreceipt:r\n\nx\0",
        "COMMIT\ntransaction:t\n\n\0",
      ], ["/queue/a", "RECEIPT"]
    ),
    (
      [
        "BEGIN\ntransaction:t\n\n\0", "SEND\ndestination:a\ntransaction:t\n\nx\0", "BEGIN\ntransaction:t\n\n\0",
        "COMMIT\ntransaction:t\n\n\0",
      ], []
    ),
    (
      ["SEND\ndestination:a\nreply-to:/temp-queue/b\n\nx\0", "SEND\ndestination:a\nreply-to:/temp-queue/b\n\nx\0"],
      ["subscribe /queue/amq.gen-s1-1", "/queue/a", "/queue/a"]
    ),
    (["SUBSCRIBE\nid:1\ndestination:/queue/amq.gen-s2-1\n\n\0"], ["refuse", "ERROR"]),
  ]

  @Test("goes on after a refused frame, and understands what RabbitMQ does", arguments: conversations.indices)
  func conversation(_ index: Int) {
    let (frames, expected) = Self.conversations[index]
    var session = Session(id: "s1", server: "test", dialect: .rabbitmq, now: 0)
    var done: [String] = []
    for frame in ["CONNECT\naccept-version:1.2\n\n\0"] + frames {
      let actions = session.receive(Array(frame.utf8), isText: true, now: 0) { _ in .accepted(user: nil, warning: nil) }
      done += actions.compactMap(Self.word)
    }
    #expect(done == ["CONNECTED"] + expected)
  }

  private static func word(_ action: Action) -> String? {
    switch action {
    case .send(let frame): String(decoding: frame.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    case .subscribe(let subscription): "subscribe \(subscription.destination)"
    case .unsubscribe(let number, _): "unsubscribe \(number)"
    case .publish(let publication): publication.destination
    case .refuse: "refuse"
    case .close: "close"
    case .forget, .acknowledge, .reject, .warn, .frameEnd, .forward, .forwardHeartbeat, .subscribeRemotely: nil
    }
  }

  @Test("takes larger bodies unless the limit was set")
  func limits() {
    #expect(Session(id: "s1", server: "t", dialect: .rabbitmq, now: 0).limits.maximumBodyBytes == 1 << 20)
    var limits = Limits()
    limits.maximumBodyBytes = 10
    #expect(Session(id: "s1", server: "t", limits: limits, dialect: .rabbitmq, now: 0).limits.maximumBodyBytes == 10)
  }
}
