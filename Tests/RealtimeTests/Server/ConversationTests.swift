import Foundation
import ServerTestSupport
import Testing

@Suite("The broker at /ws/greenhouse")
struct ConversationTests {
  private let server: TestServer

  init() throws {
    server = try TestServer { $0.sensorInterval = 0 }
  }

  @Test(
    "is reached at every path",
    arguments: ["/ws/greenhouse", "/ws/greenhouse-native", "/ws/greenhouse/websocket"])
  func paths(path: String) throws {
    let client = try STOMPClient(connectedTo: server, path: path)
    try client.subscribe("a", "/topic/a")
    try client.send("SEND\ndestination:/topic/a", body: "hello")
    #expect(try client.receive().body == "hello")
  }

  @Test("passes what one phone sends to a topic on to every other")
  func topic() throws {
    let phones = try (0..<4).map { _ in try STOMPClient(connectedTo: server) }
    for (number, phone) in phones.enumerated() { try phone.subscribe("sub-\(number)", "/topic/x") }
    try phones[0].send("SEND\ndestination:/topic/x\ncontent-type:application/json\nfrom:phone one", body: #"{"a":1}"#)
    for (number, phone) in phones.enumerated() {
      let message = try phone.receive()
      #expect(message.command == "MESSAGE")
      #expect(message["destination"] == "/topic/x")
      #expect(message["subscription"] == "sub-\(number)")
      #expect(message["content-type"] == "application/json")
      #expect(message["content-length"] == "7")
      #expect(message["from"] == "phone one")
      #expect(message.body == #"{"a":1}"#)
      #expect(message["message-id"]?.contains { $0 == ":" || $0 == " " } == false)
    }
  }

  @Test("writes a MESSAGE as the document's clients read it, byte for byte")
  func exactFrame() throws {
    let client = try STOMPClient(connectedTo: server)
    try client.subscribe("sub-0", "/topic/greenhouse/messages")
    try client.send("SEND\ndestination:/topic/greenhouse/messages\ncontent-type:application/json", body: #"{"t":"é"}"#)
    let message = try client.receive()
    let id = try #require(message["message-id"])
    #expect(
      String(decoding: message.bytes, as: UTF8.self)
        == "MESSAGE\ndestination:/topic/greenhouse/messages\ncontent-type:application/json\nsubscription:sub-0\n"
        + "message-id:\(id)\ncontent-length:10\n\n{\"t\":\"é\"}\0")
  }

  @Test("gives each message of a queue to one consumer, and keeps it while there is none")
  func queue() throws {
    let sender = try STOMPClient(connectedTo: server)
    try sender.send("SEND\ndestination:/queue/jobs", body: "early")
    let consumers = try (0..<2).map { _ in try STOMPClient(connectedTo: server) }
    try consumers[0].send("SUBSCRIBE\nid:q\ndestination:/queue/jobs")
    #expect(try consumers[0].receive().body == "early")
    try consumers[1].subscribe("q", "/queue/jobs")
    for number in 0..<4 { try sender.send("SEND\ndestination:/queue/jobs", body: "\(number)") }
    let bodies = try consumers.flatMap { consumer in try (0..<2).map { _ in try consumer.receive().body } }
    #expect(bodies.sorted() == ["0", "1", "2", "3"])
    for consumer in consumers { #expect(try consumer.isQuiet()) }
  }

  @Test("gives what a consumer did not acknowledge to the next when it is gone")
  func redelivery() throws {
    let sender = try STOMPClient(connectedTo: server)
    do {
      let lost = try STOMPClient(connectedTo: server)
      try lost.subscribe("q", "/queue/jobs", ack: "client-individual")
      for body in ["1", "2", "3"] { try sender.send("SEND\ndestination:/queue/jobs", body: body) }
      let messages = try (0..<3).map { _ in try lost.receive() }
      let acknowledged = try #require(messages[1]["ack"])
      #expect(try lost.ask("ACK\nid:\(acknowledged)\nreceipt:r").command == "RECEIPT")
    }
    let next = try STOMPClient(connectedTo: server)
    try next.send("SUBSCRIBE\nid:q\ndestination:/queue/jobs")
    #expect(try [next.receive(), next.receive()].map(\.body) == ["1", "3"])
    #expect(try next.isQuiet())
  }

  @Test("answers a refusal by giving the message to another consumer")
  func refusal() throws {
    let consumers = try (0..<2).map { _ in try STOMPClient(connectedTo: server) }
    try consumers[0].subscribe("q", "/queue/jobs", ack: "client")
    try consumers[0].send("SEND\ndestination:/queue/jobs", body: "job")
    let id = try #require(try consumers[0].receive()["ack"])
    try consumers[1].subscribe("q", "/queue/jobs", ack: "client")
    try consumers[0].send("NACK\nid:\(id)")
    let again = try consumers[1].receive()
    #expect(again.body == "job")
    #expect(again["redelivered"] == "true")
  }

  @Test("publishes a transaction's messages together at its end, and none of an aborted one")
  func transactions() throws {
    let (listener, sender) = (try STOMPClient(connectedTo: server), try STOMPClient(connectedTo: server))
    try listener.subscribe("t", "/topic/t")
    for name in ["one", "two"] {
      try sender.send("BEGIN\ntransaction:\(name)")
      for number in 0..<3 {
        try sender.send("SEND\ndestination:/topic/t\ntransaction:\(name)", body: "\(name) \(number)")
      }
    }
    #expect(try sender.ask("ABORT\ntransaction:one\nreceipt:aborted")["receipt-id"] == "aborted")
    #expect(try listener.isQuiet())
    #expect(try sender.ask("COMMIT\ntransaction:two\nreceipt:committed")["receipt-id"] == "committed")
    #expect(try (0..<3).map { _ in try listener.receive().body } == ["two 0", "two 1", "two 2"])
  }

  @Test("answers a question to the application on the user's own queue, to that session alone")
  func application() throws {
    let (asking, other) = (try STOMPClient(connectedTo: server), try STOMPClient(connectedTo: server))
    for client in [asking, other] { try client.subscribe("r", "/user/queue/status/response") }
    try asking.send("SEND\ndestination:/app/status/request", body: "{}")
    let response = try asking.receive()
    #expect(response["destination"] == "/user/queue/status/response")
    #expect(response["subscription"] == "r")
    #expect(response["content-type"] == "application/json")
    #expect(!response.object.isEmpty)
    #expect(try other.isQuiet())
  }

  @Test("answers a subscription to the application once, at once")
  func applicationSubscription() throws {
    let client = try STOMPClient(connectedTo: server)
    try client.send("SUBSCRIBE\nid:s\ndestination:/app/status/request")
    #expect(try !client.receive().object.isEmpty)
    #expect(try client.isQuiet())
  }

  @Test("echoes the best subprotocol that was offered, and none when none was")
  func subprotocols() throws {
    let cases: [(String?, String?)] = [
      ("v10.stomp, v11.stomp, v12.stomp", "v12.stomp"), ("v11.stomp,v10.stomp", "v11.stomp"),
      ("v10.stomp", "v10.stomp"), ("graphql-ws", nil), (nil, nil),
    ]
    for (offer, response) in cases {
      let client = try STOMPClient(server, headers: offer.map { [("Sec-WebSocket-Protocol", $0)] } ?? [])
      #expect(client.socket.handshake.header("Sec-WebSocket-Protocol") == response)
      #expect(client.socket.handshake.header("Sec-WebSocket-Extensions") == nil)
    }
  }

  @Test("loses nothing and keeps the order when many publish at once", .timeLimit(.minutes(1)))
  func manyPublishers() throws {
    let listeners = try (0..<5).map { _ in try STOMPClient(connectedTo: server) }
    for listener in listeners { try listener.subscribe("a", "/topic/many") }
    let publishers = try (0..<4).map { _ in try STOMPClient(connectedTo: server) }
    for number in 0..<100 {
      for (index, publisher) in publishers.enumerated() {
        try publisher.send("SEND\ndestination:/topic/many", body: "\(index) \(number)")
      }
    }
    var orders: Set<[String]> = []
    for listener in listeners {
      let bodies = try (0..<400).map { _ in try listener.receive().body }
      for index in 0..<4 {
        #expect(bodies.filter { $0.hasPrefix("\(index) ") } == (0..<100).map { "\(index) \($0)" })
      }
      orders.insert(bodies)
    }
    #expect(orders.count == 1)
  }
}
