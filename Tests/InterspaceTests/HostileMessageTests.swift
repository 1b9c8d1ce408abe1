import Foundation
import ServerTestSupport
import Testing

@Suite("A hostile message on /ws")
struct HostileMessageTests {
  private static let deep = String(repeating: "[", count: 100_000)

  static let messages: [String] =
    [
      "", " ", "\n", "{", "}", "[", "]", "{}", "[]", "null", "true", "0", "\"subscribe\"", "subscribe", "'x'",
      "{'a':1}",
      "{\"type\"}", "{\"type\":}", "{\"type\":\"ping\",}", "{\"type\":\"ping\"} x",
      "{\"type\":\"ping\"}{\"type\":\"ping\"}",
      "\u{FEFF}{\"type\":\"ping\"", "// {\"type\":\"ping\"}", "NaN", "undefined", "<xml/>", "GET / HTTP/1.1\r\n\r\n",
      "CONNECT\naccept-version:1.2\n\n\0", "\0", "{\"type\":\"\0\"}",
    ]
    + [
      "null", "1", "true", "[]", "{}", "\"\"", "\"nothing\"", "\"SUBSCRIBE\"", "\" ping\"", "\"\\u0000\"", "\"pong\"",
      "\"subscribed\"", "\"profile_updated\"", "\"'; DROP TABLE interspace_profile; --\"", "\"\\ud83d\\ude00\"",
      "1e999",
    ].map { #"{"type":\#($0),"channels":["profile_updates"]}"# }
    + [
      "null", "1", "\"profile_updates\"", "{}", "[]", "[1]", "[null]", "[[\"profile_updates\"]]", "[\"\"]",
      "[\"unknown\"]",
      "[\"PROFILE_UPDATES\"]", "[\"profile_updates \"]", "[\"profile_updates\",1]", "[\"profile_updates\\u0000\"]",
      "[\"wallet_updates\",\"*\"]",
    ].map { #"{"type":"subscribe","channels":\#($0)}"# }
    + [#"{"type":"subscribe"}"#, #"{"type":"unsubscribe"}"#, #"{"type":"unsubscribe","channels":[7]}"#]
    + ["null", "1", "\"\"", "[]", "{}", "\"Bearer\"", "\"a.b.c\"", "\"\\u0000\""].map {
      #"{"type":"auth","token":\#($0)}"#
    }
    + [
      deep, String(repeating: #"{"a":"#, count: 50_000), #"{"type":"ping","x":"# + deep,
      #"{"type":"\#(String(repeating: "x", count: 100_000))"}"#,
      #"{"type":"subscribe","channels":[\#(Array(repeating: "\"profile_updates\"", count: 101).joined(separator: ","))]}"#,
      #"{"type":"subscribe","channels":["\#(String(repeating: "c", count: 500_000))"]}"#,
      #"{"type":"auth","token":"\#(String(repeating: "t", count: 500_000))"}"#, String(repeating: "9", count: 200_000),
    ]

  @Test("is answered with one error, after which the socket goes on unless a token was no good")
  func messages() throws {
    let client = try InterspaceClient()
    let socket = try ChannelSocket(client.server, token: client.login.accessToken)
    #expect(Self.messages.count >= 75)
    for text in Self.messages {
      let name = String(text.prefix(80)).debugDescription
      let isToken = text.contains(#""type":"auth","token":""#) && !text.contains(#""token":"""#)
      // A token that is no good ends the socket; nothing else does.
      let socket = isToken ? try ChannelSocket(client.server, token: client.login.accessToken) : socket
      let response = try socket.ask(text)
      #expect(response.type == "error", "\(name)")
      #expect(response.code == (isToken ? "UNAUTHORIZED" : "VALIDATION_ERROR"), "\(name)")
      #expect(response.bytes.count < 2000, "\(name)")
      if isToken {
        #expect(try socket.receiveUntilClosed().code == 4401, "\(name)")
      } else {
        #expect(try socket.isQuiet(), "\(name)")
      }
    }
    _ = try client.createProfile("unheard")
    #expect(try socket.isQuiet())
    #expect(try socket.subscribe(["profile_updates"]).type == "subscribed")
    let profile = try client.createProfile("heard")
    #expect(try socket.receive().data() == profile)
  }

  @Test("in binary is refused with an error", arguments: [0, 1, 15, 100_000])
  func binary(size: Int) throws {
    let server = try TestServer()
    let socket = try ChannelSocket(server)
    for bytes in [[UInt8](repeating: 0xFF, count: size), Array(#"{"type":"ping"}"#.utf8)] {
      try socket.send(.binary(bytes))
      #expect(try socket.receive().code == "VALIDATION_ERROR")
    }
    #expect(try socket.isQuiet())
  }

  @Test("may have 1 MiB; one byte more is refused with an error, and the socket goes on", arguments: [0, 1, 1 << 20])
  func size(excess: Int) throws {
    let server = try TestServer()
    let socket = try ChannelSocket(server)
    let (head, tail) = (#"{"type":"ping","x":""#, #""}"#)
    let text = head + String(repeating: "x", count: (1 << 20) - head.count - tail.count + excess) + tail
    let response = try socket.ask(text)
    #expect(response.type == (excess == 0 ? "pong" : "error"))
    if excess > 0 { #expect(response.code == "VALIDATION_ERROR") }
    #expect(try socket.isQuiet())
  }

  @Test("in many pieces is one message")
  func pieces() throws {
    let server = try TestServer()
    let socket = try ChannelSocket(server)
    let text = Array(#"{"type":"subscribe","channels":["wallet_updates"]}"#)
    for (index, character) in text.enumerated() {
      try socket.send(.piece(index == 0 ? 1 : 0, String(character), isFinal: index == text.count - 1))
    }
    #expect(try socket.receive().channels == ["wallet_updates"])
  }
}
