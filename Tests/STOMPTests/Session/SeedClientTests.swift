import STOMP
import Testing

/// The two documented clients, byte for byte (CONTRACT §2.6).
@Suite("The documented clients")
struct SeedClientTests {
  /// A Kotlin raw string leaves the six characters `\u0000` where Swift writes NUL.
  static let terminators = ["\\u0000", "\u{0}"]

  private static let reading = #"{"TEMPERATURA INVERNADERO 01":21.5,"greenhouseId":"001"}"#

  @Test("connect, subscribe and read a message", arguments: terminators)
  func conversation(_ terminator: String) throws {
    var session = Session(id: "a-1", server: "mock-api/0.2.0", now: 0)
    var seen: Headers?
    let connected = session.receive(
      Array("CONNECT\naccept-version:1.2\nauthorization:Bearer T\n\n\(terminator)".utf8), isText: true, now: 0
    ) { headers in
      seen = headers
      return .accepted(user: "admin@example.com", warning: nil)
    }
    #expect(seen?.first(ignoringCase: "Authorization") == "Bearer T")
    #expect(
      connected.last
        == .text(
          "CONNECTED\nversion:1.2\nheart-beat:0,0\nuser-name:admin@example.com\nserver:mock-api/0.2.0\nsession:a-1\n\n\0"
        ))
    #expect(session.isConnected)

    let subscribed = session.receive(
      Array("SUBSCRIBE\nid:sub-0\ndestination:/topic/greenhouse/messages\n\n\(terminator)".utf8), isText: true, now: 0
    ) { _ in .accepted(user: nil, warning: nil) }
    guard case .subscribe(let subscription) = subscribed.last else {
      Issue.record("no subscription: \(subscribed)")
      return
    }
    #expect(subscription.id == "sub-0" && subscription.destination == "/topic/greenhouse/messages")
    #expect(subscription.acknowledgement == .auto)

    let message = Message(
      destination: "/topic/greenhouse/messages", headers: Headers(), contentType: "application/json",
      body: Array(Self.reading.utf8))
    let frame = session.deliver(message, to: subscription.number, tag: 1)
    #expect(
      frame?.bytes
        == Array(
          ("MESSAGE\ndestination:/topic/greenhouse/messages\ncontent-type:application/json\nsubscription:sub-0\n"
            + "message-id:a-1-1\ncontent-length:56\n\n\(Self.reading)\0").utf8))
    #expect(frame?.isText == true)
    #expect(session.closed() == [.unsubscribe(number: 1, release: [])])
  }

  @Test("are warned once of the escape that is not NUL")
  func warning() {
    var client = Client()
    _ = client.send("CONNECT\naccept-version:1.2\n\n\\u0000")
    _ = client.send("SUBSCRIBE\nid:sub-0\ndestination:/a\n\n\\u0000")
    #expect(client.transcript == ["warn literal-nul", "CONNECTED 1.2 0,0", "subscribe 1 sub-0 /a auto"])
  }

  @Test(
    "may leave out or misspell the NUL of a frame without body",
    arguments: [
      ("", "missing-nul"), ("\n", "missing-nul"), ("\r\n", "missing-nul"), ("^@", "literal-nul"),
      ("\\0", "literal-nul"),
      ("\\x00", "literal-nul"), ("\n\\u0000\n", "literal-nul"), ("\\u0000\0", "literal-nul"), ("\n\0", "extra-lines"),
    ])
  func spelling(_ end: String, _ code: String) {
    var client = Client()
    _ = client.send("CONNECT\naccept-version:1.2\n\n\(end)")
    _ = client.send("\0\nSUBSCRIBE\nid:1\ndestination:/a\n\n\0")
    #expect(client.transcript == ["warn \(code)", "CONNECTED 1.2 0,0", "subscribe 1 1 /a auto"])
  }

  @Test("are understood with CONNECT in two pieces, and a NUL that comes alone")
  func chunks() {
    var client = Client()
    for piece in ["CONN", "ECT\naccept-ver", "sion:1.2\n", "\n", "\0", "\n", "SUBSCRIBE\nid:1\ndestination:/a\n\n\0"] {
      _ = client.send(piece)
    }
    #expect(client.transcript == ["warn missing-nul", "CONNECTED 1.2 0,0", "subscribe 1 1 /a auto"])
  }
}

extension Action {
  /// A text message with this text.
  static func text(_ text: String) -> Action { .send(OutgoingFrame(bytes: Array(text.utf8), isText: true)) }
}
