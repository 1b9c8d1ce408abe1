import Foundation
import ServerTestSupport
import Testing

@Suite("A client that speaks the wrong protocol")
struct MistakenProtocolTests {
  private let server: TestServer

  init() throws {
    server = try TestServer { $0.sensorInterval = 0 }
  }

  @Test("is told at /ws where STOMP is spoken, and may go on", arguments: ["CONNECT", "STOMP", "SUBSCRIBE"])
  func stompAtJSON(command: String) throws {
    let socket = try ChannelSocket(server)
    let response = try socket.ask("\(command)\naccept-version:1.2\n\n\0")
    let error = try #require(response.object["error"] as? [String: String])
    #expect(error["message"]?.contains("STOMP") == true)
    #expect(error["message"]?.contains("/ws/greenhouse") == true)
    #expect(try socket.ask(#"{"type":"ping"}"#).object["type"] as? String == "pong")
  }

  @Test(
    "is told at /ws/greenhouse what is spoken there",
    arguments: [
      (#"{"type":"subscribe","channels":["profile_updates"]}"#, "JSON"),
      (#"["CONNECT\naccept-version:1.2\n\n\u0000"]"#, "SockJS"),
      ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP"),
    ])
  func othersAtSTOMP(message: String, name: String) throws {
    let client = try STOMPClient(server)
    try client.send(raw: message)
    let (frames, code) = try client.receiveUntilClosed()
    #expect(frames.map(\.command) == ["ERROR"])
    #expect(frames.first?.body.contains(name) == true)
    #expect(frames.first?["message"]?.isEmpty == false)
    #expect(code == 1002)
  }

  @Test(
    "is told by a plain request to switch protocols",
    arguments: ["/ws/greenhouse", "/ws/greenhouse-native", "/ws/greenhouse/websocket", "/ws/greenhouse/1/a/websocket"])
  func plainRequest(path: String) throws {
    let response = try server.send("GET", path)
    #expect(response.status == 426)
    #expect(response.header("Upgrade") == "websocket")
    #expect(response.header("Content-Type")?.hasPrefix("application/problem+json") == true)
    let object = try #require(try JSONSerialization.jsonObject(with: response.data) as? [String: Any])
    #expect((object["detail"] as? String)?.contains("ws://") == true)
  }
}
