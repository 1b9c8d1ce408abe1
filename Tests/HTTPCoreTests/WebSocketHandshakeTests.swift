import HTTPCore
import Testing

@Suite("The WebSocket handshake")
struct WebSocketHandshakeTests {
  private static let good: [(String, String)] = [
    ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
  ]

  private func request(replacing name: String? = nil, with value: String? = nil) throws -> Request {
    var headers = HeaderFields()
    for (field, text) in Self.good { headers.append(field, text) }
    if let name { headers[name] = value }
    return Request(method: .get, target: try RequestTarget(Array("/ws".utf8)), headers: headers)
  }

  @Test("answers the key of RFC 6455 §1.3")
  func accept() throws {
    #expect(try WebSocketHandshake.accept(request()) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(
    "refuses what is no upgrade to version 13",
    arguments: [
      ("Upgrade", nil, Problem.Kind.upgradeRequired), ("Upgrade", "h2c", .upgradeRequired),
      ("Connection", "keep-alive", .upgradeRequired), ("Sec-WebSocket-Version", "8", .upgradeRequired),
      ("Sec-WebSocket-Version", nil, .upgradeRequired), ("Sec-WebSocket-Key", nil, .malformedRequest),
      ("Sec-WebSocket-Key", "abc", .malformedRequest),
      ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ", .malformedRequest),
      ("Sec-WebSocket-Key", "!GhlIHNhbXBsZSBub25jZQ==", .malformedRequest),
    ] as [(String, String?, Problem.Kind)])
  func refusals(name: String, value: String?, kind: Problem.Kind) throws {
    let request = try request(replacing: name, with: value)
    let error = #expect(throws: Problem.self) { try WebSocketHandshake.accept(request) }
    #expect(error?.kind == kind)
    if kind == .upgradeRequired { #expect(error?.headers["Upgrade"] == "websocket") }
  }

  @Test("chooses the server's first among the offered subprotocols")
  func subprotocols() throws {
    let request = try request(replacing: "Sec-WebSocket-Protocol", with: "v10.stomp, v12.stomp")
    #expect(WebSocketHandshake.subprotocol(request, among: ["v12.stomp", "v11.stomp", "v10.stomp"]) == "v12.stomp")
    #expect(WebSocketHandshake.subprotocol(request, among: ["mqtt"]) == nil)
  }
}
