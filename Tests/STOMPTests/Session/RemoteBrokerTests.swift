import STOMP
import Testing

@Suite("A session whose destinations another broker serves")
struct RemoteBrokerTests {
  @Test(
    "reads a URL and writes one that reads the same",
    arguments: [
      ("localhost", "localhost:61613", nil, nil, "/"), ("stomp://10.0.0.1:7000", "10.0.0.1:7000", nil, nil, "/"),
      ("stomp://ana:a%3Ab%40c@mq/shop", "mq:61613", "ana", "a:b@c", "shop"),
      ("stomp://guest:guest@[::1]:1/%2F", "[::1]:1", "guest", "guest", "/"),
      ("stomp://ana@mq/", "mq:61613", "ana", nil, "/"),
    ] as [(String, String, String?, String?, String)])
  func url(text: String, address: String, login: String?, passcode: String?, virtualHost: String) throws {
    let target = try #require(RemoteBrokerTarget(url: text))
    #expect(target.address == address)
    #expect(target.login == login)
    #expect(target.passcode == passcode)
    #expect(target.virtualHost == virtualHost)
    #expect(RemoteBrokerTarget(url: target.url) == target)
  }

  @Test(
    "refuses what is no such URL",
    arguments: [
      "", "stomp://", "http://mq", "stomp://mq:", "stomp://mq:65536", "stomp://[::1", "stomp://m q", "stomp://a:%ZZ@mq",
      "stomp://mq/%00", "stomp://mq/%FF",
    ])
  func invalid(text: String) {
    #expect(RemoteBrokerTarget(url: text) == nil)
  }

  @Test("has the destinations that were chosen, never those of the application and of users")
  func destinations() {
    var target = RemoteBrokerTarget(host: "mq")
    #expect(target.serves("/topic/a") && target.serves("/exchange/a/b") && target.serves("plain"))
    #expect(!target.serves("/app/x") && !target.serves("//user//queue/x"))
    target.destinations = ["/queue"]
    #expect(target.serves("//queue/a") && target.serves("/queue"))
    #expect(!target.serves("/queues/a") && !target.serves("/topic/a"))
  }

  @Test("escapes slashes in names for RabbitMQ and no other broker", arguments: ["RabbitMQ/4.0", "ActiveMQ/6"])
  func slashes(server: String) {
    let written = RemoteDestinations(Headers([("server", server)]))
    let frame = Frame(.send, Headers([("destination", "/topic/a/b"), ("x", "/topic/a/b")]))
    let sent = written.outgoing(frame)
    #expect(sent.headers["destination"] == (server.hasPrefix("R") ? "/topic/a%2Fb" : "/topic/a/b"))
    #expect(sent.headers["x"] == "/topic/a/b")
    #expect(written.incoming(sent) == frame)
  }

  @Test("passes frames on, keeps what is its own, and reports each sign of life")
  func frames() {
    let target = RemoteBrokerTarget(host: "mq", login: "me", passcode: "x")
    var session = Session(id: "s1", server: "t", relay: target, now: 0)
    func receive(_ text: String) -> [String] {
      session.receive(Array(text.utf8), isText: true, now: 0) { _ in .accepted(user: nil, warning: nil) }
        .map(Client.describe)
    }
    #expect(receive("CONNECT\naccept-version:1.2\nlogin:you\n\n\0") == ["forward CONNECT"])
    let welcome = session.receiveRemote(Frame(.connected, Headers([("version", "1.2")])))
    #expect(welcome.count == 1)
    #expect(
      receive("SUBSCRIBE\nid:a\ndestination:/topic/x\n\n\0")
        == ["subscribe remotely 1 a /topic/x", "forward SUBSCRIBE"])
    #expect(receive("SEND\ndestination:/topic/x\nreceipt:r\n\nhi\0") == ["forward SEND"])
    #expect(receive("\n") == ["forward a heartbeat"])
    let own = receive("SUBSCRIBE\nid:b\ndestination:/user/queue/x\n\n\0")
    #expect(own.first?.hasPrefix("subscribe 2 b") == true && own.last == "forward a heartbeat")
    #expect(receive("ACK\nid:other-1\n\n\0") == ["forward ACK"])
    #expect(receive("UNSUBSCRIBE\nid:a\n\n\0") == ["unsubscribe 1 []", "forward UNSUBSCRIBE"])
    #expect(receive("DISCONNECT\nreceipt:last\n\n\0").last == "forward DISCONNECT")
    #expect(session.isEnding)
    let end = session.receiveRemote(Frame(.receipt, Headers([("receipt-id", "last")]))).map(Client.describe)
    #expect(end.last == "close 1000" && !session.isEnding)
    #expect(session.loseRemote("late").isEmpty)
  }
}
