import STOMP
import Testing

@Suite("Delivering messages")
struct DeliveryTests {
  private func client(_ acknowledgement: String, limits: Limits = Limits(), version: String = "1.2") -> Client {
    var client = Client(limits: limits)
    _ = client.send("CONNECT\naccept-version:\(version)\n\n\0")
    _ = client.send("SUBSCRIBE\nid:a:b\ndestination:/q\nack:\(acknowledgement)\n\n\0")
    client.transcript = []
    return client
  }

  @Test("writes the bytes in the documented order")
  func order() {
    var client = client("client-individual")
    let message = Message(
      destination: "/q", headers: Headers([("k", "v")]), contentType: "application/json", body: Array("{}".utf8))
    let frame = client.session.deliver(message, to: 1, tag: 9, redelivered: true)
    let expected = """
      MESSAGE
      destination:/q
      content-type:application/json
      subscription:a\\cb
      message-id:s1-1
      ack:s1-1
      redelivered:true
      k:v
      content-length:2

      {}\0
      """
    #expect(frame?.bytes == Array(expected.utf8))
  }

  @Test("counts message-ids up through all digits")
  func numbers() {
    var client = client("auto")
    for number in 1...1001 {
      let frame = client.session.deliver(.plain("", to: "/q"), to: 1, tag: 0)
      #expect(WireFrame(frame?.bytes ?? [])?["message-id"] == "s1-\(number)")
    }
  }

  @Test("keeps the server's headers free of blanks and colons")
  func safeHeaders() {
    var session = Session(id: "a b:c", server: "mock api:1\n", now: 0)
    let actions = session.receive(Array("CONNECT\naccept-version:1.2\n\n\0".utf8), isText: true, now: 0) { _ in
      .accepted(user: "Ana: B\n", warning: nil)
    }
    #expect(
      actions == [
        .text("CONNECTED\nversion:1.2\nheart-beat:0,0\nuser-name:Ana__B_\nserver:mock_api_1_\nsession:a_b_c\n\n\0")
      ])
  }

  @Test("leaves out reserved headers, and later ones of a name")
  func reserved() {
    let headers = Headers([("subscription", "x"), ("k", "1"), ("content-length", "9"), ("redelivered", "x")])
    let message = Message(destination: "/q", headers: headers, contentType: "a/b; c=d;  e=f", body: [])
    #expect(message.headers == Headers([("k", "1")]))
    #expect(message.contentType == "a/b;c=d;e=f")
    #expect(
      message.byteCount == "MESSAGE\ndestination:/q\ncontent-type:a/b;c=d;e=f\nk:1\ncontent-length:0\n\n\0".utf8.count)
  }

  @Test("goes to another destination unchanged")
  func redirected() {
    let message = Message.plain("x", to: "/user/queue/x", [("k", "v")]).redirected(to: "/user/ana/queue/x")
    #expect(message == .plain("x", to: "/user/ana/queue/x", [("k", "v")]))
    #expect(message != .plain("x", to: "/user/queue/x", [("k", "v")]))
  }

  @Test("stops at too many unacknowledged messages, warns once, and goes on after ACK")
  func starved() {
    var limits = Limits()
    limits.maximumUnacknowledged = 2
    var client = client("client", limits: limits)
    for tag in 1...3 as ClosedRange<UInt64> { client.take(.deliver(.plain(""), to: 1, tag: tag)) }
    #expect(client.session.isUnacknowledgedFull && client.session.unacknowledgedCount == 2)
    #expect(client.transcript.last == "nothing delivered")
    #expect(client.session.nextDeadline != nil)
    client.transcript = []
    client.take(.wait(0))
    client.take(.deliver(.plain(""), to: 1, tag: 3))
    client.take(.text("ACK\nid:s1-2\n\n\0"))
    #expect(client.transcript == ["warn too-many-unacknowledged", "nothing delivered", "acknowledge [1, 2]"])
    #expect(client.session.deliver(.plain(""), to: 1, tag: 3) != nil)
  }

  @Test("delivers nothing to subscriptions that were never there, or to a session that is over")
  func gone() {
    var client = client("auto")
    #expect(client.session.deliver(.plain(""), to: 2, tag: 1) == nil)
    _ = client.session.fail(.queueFull(destination: "/q"), receipt: nil, now: 0)
    #expect(client.session.deliver(.plain(""), to: 1, tag: 1) == nil)
    #expect(client.session.isOver && client.session.nextDeadline == nil)
  }
}
