import Foundation
import ServerTestSupport
import Testing

@Suite("SockJS clients")
struct SockJSTests {
  private let server: TestServer

  init() throws {
    server = try TestServer { $0.sensorInterval = 0 }
  }

  private func socket() throws -> RawWebSocket {
    try RawWebSocket(port: server.port, path: "/ws/greenhouse/042/abcdefgh/websocket")
  }

  private func text(_ socket: RawWebSocket) throws -> String {
    String(decoding: try socket.receive().payload, as: UTF8.self)
  }

  /// A frame with the client's messages.
  private func array(_ messages: String...) throws -> RawWebSocket.Frame {
    .text(String(decoding: try JSONSerialization.data(withJSONObject: messages), as: UTF8.self))
  }

  @Test("find out that WebSocket is to be had")
  func information() throws {
    let response = try server.send("GET", "/ws/greenhouse/info")
    #expect(response.status == 200)
    #expect(response.header("Content-Type")?.hasPrefix("application/json") == true)
    #expect(response.header("Cache-Control")?.contains("no-store") == true)
    let object = try #require(try JSONSerialization.jsonObject(with: response.data) as? [String: Any])
    #expect(object["websocket"] as? Bool == true)
    #expect(object["cookie_needed"] as? Bool == false)
    #expect(object["origins"] as? [String] == ["*:*"])
    #expect(object["entropy"] is Int)
  }

  @Test("connect, subscribe and receive in their own framing")
  func conversation() throws {
    let socket = try socket()
    #expect(try text(socket) == "o")
    try socket.send(try array("CONNECT\naccept-version:1.2\n\n\0"))
    let connected = try text(socket)
    #expect(connected.hasPrefix(#"a["CONNECTED\nversion:1.2\n"#))
    #expect(connected.hasSuffix(#"\u0000"]"#))
    try socket.send(try array("SUBSCRIBE\nid:s\ndestination:/topic/a\n\n\0", "SEND\ndestination:/topic/a\n\n\"é\"\0"))
    let message = try text(socket)
    #expect(message.hasPrefix(#"a["MESSAGE\n"#))
    #expect(message.contains(#"\"é\""#))
  }

  @Test("may send one string instead of an array")
  func string() throws {
    let socket = try socket()
    #expect(try text(socket) == "o")
    try socket.send(.text(#""CONNECT\naccept-version:1.2\n\n\u0000""#))
    #expect(try text(socket).hasPrefix(#"a["CONNECTED"#))
  }

  @Test("hear every 25 seconds that the server is there")
  func heartbeat() throws {
    let server = try TestServer { ($0.sensorInterval, $0.messaging.overridesHeartbeats) = (0, true) }
    server.clock.freeze(true)
    let socket = try RawWebSocket(port: server.port, path: "/ws/greenhouse/042/abcdefgh/websocket")
    #expect(try text(socket) == "o")
    for _ in 0..<3 {
      server.clock.advance(nanoseconds: 25_000_000_000)
      #expect(try text(socket) == "h")
    }
  }

  @Test(
    "that break the framing are told how, and closed",
    arguments: ["CONNECT\naccept-version:1.2\n\n\0", "[1]", #"{"a":1}"#, #"["unfinished"#])
  func broken(message: String) throws {
    let socket = try socket()
    #expect(try text(socket) == "o")
    try socket.send(.text(message))
    #expect(try text(socket).hasPrefix("c[1002,"))
    #expect(try socket.receiveUntilClosed().code == 1002)
  }

  @Test("that break STOMP get an ERROR, then the framing's own close")
  func stompError() throws {
    let socket = try socket()
    #expect(try text(socket) == "o")
    try socket.send(try array("NONSENSE\n\n\0"))
    #expect(try text(socket).hasPrefix(#"a["ERROR\n"#))
    #expect(try text(socket).hasPrefix("c[1002,"))
    #expect(try socket.receiveUntilClosed().code == 1002)
  }
}
