import ServerTestSupport
import Testing

@Suite("A server with faults")
struct FaultServerTests {
  private let login = #"{"email":"usuario@example.com","password":"password123"}"#

  @Test("answers as the fault says, as often as it says, and to nothing else")
  func status() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let added = try server.send(
      "POST", "/_mock/faults",
      body: #"{"match":{"path":"/v1/lotes/*"},"fault":{"type":"status","status":503,"body":{"a":1}},"times":1}"#)
    #expect(added.status == 201)
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
    let faulty = try server.send("GET", "/v1/lotes/lote_001", token: token)
    #expect((faulty.status, faulty.text) == (503, #"{"a":1}"#))
    #expect(try server.send("GET", "/v1/lotes/lote_001", token: token).status != 503)
    #expect(try server.send("GET", added.header("Location") ?? "").json["applications"] as? Int == 1)
  }

  @Test("refuses a token in the API's own shape, and lets the app sign in again")
  func expiredToken() throws {
    let server = try TestServer()
    let token = try server.signIn()
    _ = try server.send("POST", "/_mock/faults", body: #"{"fault":{"type":"expiredToken"},"times":1}"#)
    #expect(try server.send("POST", "/v1/auth/login", body: login).status == 200)
    let refused = try server.send("GET", "/v1/lotes", token: token)
    #expect(refused.status == 401)
    #expect(refused.error["code"] as? String != nil)
    #expect(refused.header("WWW-Authenticate") == "Bearer")
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
  }

  @Test("bends messages of sockets that are open, and lists none that are gone")
  func sockets() throws {
    let server = try TestServer()
    let socket = try RawWebSocket(port: server.port, path: "/ws")
    #expect(holds(withinSeconds: 5) { server.server.world.sockets.count == 1 })
    _ = try server.send(
      "POST", "/_mock/faults", body: #"{"match":{"path":"/ws"},"fault":{"type":"duplicate"},"times":1}"#)
    try socket.send(.text(#"{"type":"ping"}"#))
    #expect(try socket.receive() == socket.receive())
    try socket.send(.text(#"{"type":"ping"}"#))
    try socket.send(.text(#"{"type":"subscribe","channels":["wallet_updates"]}"#))
    _ = try socket.receive()
    #expect(String(decoding: try socket.receive().payload, as: UTF8.self).contains("subscribed"))
    _ = try server.send("POST", "/_mock/faults", body: #"{"fault":{"type":"close","code":4001}}"#)
    #expect(try socket.receiveUntilClosed().code == 4001)
    #expect(holds(withinSeconds: 5) { server.server.world.sockets.count == 0 })
  }

  @Test("delays messages in both directions, in their order")
  func delayedMessages() throws {
    let server = try TestServer()
    _ = try server.send(
      "POST", "/_mock/faults",
      body: #"{"fault":{"type":"delayMessages","distribution":"uniform","maximum":20,"direction":"both"}}"#)
    let socket = try RawWebSocket(port: server.port, path: "/ws")
    for _ in 0..<20 {
      try socket.send(.text(#"{"type":"ping"}"#))
      try socket.send(.text(#"{"type":"unsubscribe","channels":["wallet_updates"]}"#))
    }
    for _ in 0..<20 {
      #expect(String(decoding: try socket.receive().payload, as: UTF8.self).contains("pong"))
      #expect(String(decoding: try socket.receive().payload, as: UTF8.self).contains("unsubscribed"))
    }
  }

  @Test("refuses the handshake or CONNECT as it is told")
  func refusedConnect() throws {
    let server = try TestServer()
    _ = try server.send(
      "POST", "/_mock/faults", body: #"{"fault":{"type":"refuseConnect","at":"handshake"},"times":1}"#)
    let refusal = #expect(throws: UnexpectedResponse.self) {
      try RawWebSocket(port: server.port, path: "/ws/greenhouse")
    }
    #expect(refusal?.answer.status == 503)
    _ = try server.send("POST", "/_mock/faults", body: #"{"fault":{"type":"refuseConnect"}}"#)
    let socket = try RawWebSocket(port: server.port, path: "/ws/greenhouse")
    try socket.send(.text("CONNECT\naccept-version:1.2\n\n\0"))
    let (frames, code) = try socket.receiveUntilClosed()
    #expect(frames.count == 1)
    #expect(frames.first.map { String(decoding: $0.payload, as: UTF8.self).hasPrefix("ERROR\n") } == true)
    #expect(code == 1013)
  }

  @Test(
    "answers hostile calls with 4xx, and goes on",
    arguments: [
      "", "{", "[]", "{}", #"{"fault":{"type":"nope"}}"#, #"{"fault":{"type":"status","status":1e999}}"#,
      #"{"fault":{"type":"delay","milliseconds":-1}}"#, #"{"fault":{"type":"reset"},"probability":null,"x":1}"#,
    ])
  func hostile(body: String) throws {
    let server = try TestServer()
    let answer = try server.send("POST", "/_mock/faults", body: body)
    #expect((400..<500).contains(answer.status))
    #expect(answer.error["code"] as? String != nil)
    #expect(try server.send("POST", "/v1/auth/login", body: login).status == 200)
  }
}
