import ServerTestSupport
import Testing

@Suite("The upgrade to WebSocket")
struct WebSocketUpgradeTests {
  @Test("is answered with exactly the headers of RFC 6455")
  func headers() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let response = try RawWebSocket(port: server.port).handshake
    #expect(response.status == 101)
    let values = { (name: String) in response.headers.filter { $0.name.lowercased() == name }.map(\.value) }
    #expect(values("connection") == ["Upgrade"])
    #expect(values("upgrade") == ["websocket"])
    #expect(values("sec-websocket-accept") == ["s3pPLMBiTxaQ9kYGzzhZRbK+xOo="])
    let absent = [
      "sec-websocket-extensions", "sec-websocket-protocol", "sec-websocket-version", "content-length", "content-type",
      "transfer-encoding",
    ]
    for name in absent { #expect(values(name).isEmpty, "\(name)") }
  }

  /// What clients offer, and must not be granted since the path knows none of it.
  static let offers: [[(String, String)]] = [
    [("Sec-WebSocket-Extensions", "permessage-deflate")],
    [("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits; server_max_window_bits=15")],
    [("Sec-WebSocket-Extensions", "permessage-deflate, x-webkit-deflate-frame"), ("Sec-WebSocket-Extensions", "foo")],
    [("Sec-WebSocket-Protocol", "mqtt")], [("Sec-WebSocket-Protocol", "v12.stomp, v11.stomp, chat")],
    [("Sec-WebSocket-Protocol", "a".times(4000))], [("Sec-WebSocket-Protocol", ",,;, \"")],
    [("Sec-WebSocket-Extensions", "a".times(4000))], [("Origin", "http://localhost:5173"), ("Cookie", "a=b")],
    [("Authorization", "Bearer x")],
  ]

  @Test("grants no extension and no subprotocol", arguments: offers.indices)
  func offer(index: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try RawWebSocket(port: server.port, headers: Self.offers[index])
    #expect(socket.handshake.header("Sec-WebSocket-Extensions") == nil)
    #expect(socket.handshake.header("Sec-WebSocket-Protocol") == nil)
    #expect(try socket.isEchoing())
  }

  /// Ways of asking that mean the same.
  static let accepted = [
    ["Upgrade: WebSocket", "Connection: upgrade"], ["Upgrade: websocket", "Connection: keep-alive, Upgrade"],
    ["Upgrade: websocket", "Connection: keep-alive,  UPGRADE  , foo"], ["upgrade: websocket", "connection: Upgrade"],
    ["Upgrade: h2c, websocket", "Connection: Upgrade"], ["Upgrade:websocket", "Connection:Upgrade"],
  ]

  @Test("is granted however the headers are written", arguments: accepted)
  func variant(lines: [String]) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    let more = ["Host: a", "Sec-WebSocket-Key: \(RawWebSocket.sampleKey)", "Sec-WebSocket-Version: 13"]
    try client.write((["GET /_mock/echo HTTP/1.1"] + lines + more).joined(separator: "\r\n") + "\r\n\r\n")
    let response = try client.readResponse()
    #expect(response.status == 101)
    #expect(response.header("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  /// A refused request: its header lines, the status and a header of the answer.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = "GET"
    var changes: [String: String?] = [:]
    let status: Int
    var header: (name: String, value: String)?
  }

  static let refusals = [
    Refusal(
      testDescription: "plain GET", changes: ["Upgrade": nil, "Connection": nil, "Sec-WebSocket-Key": nil], status: 426,
      header: ("Upgrade", "websocket")),
    Refusal(testDescription: "HEAD", method: "HEAD", changes: ["Upgrade": nil, "Connection": nil], status: 426),
    Refusal(testDescription: "no Upgrade", changes: ["Upgrade": nil], status: 426, header: ("Upgrade", "websocket")),
    Refusal(
      testDescription: "no Connection", changes: ["Connection": nil], status: 426, header: ("Upgrade", "websocket")),
    Refusal(testDescription: "Connection: close", changes: ["Connection": "close"], status: 426),
    Refusal(
      testDescription: "Upgrade: h2c", changes: ["Upgrade": "h2c"], status: 426, header: ("Upgrade", "websocket")),
    Refusal(testDescription: "Upgrade: websocket2", changes: ["Upgrade": "websocket2"], status: 426),
    Refusal(
      testDescription: "version 8", changes: ["Sec-WebSocket-Version": "8"], status: 426,
      header: ("Sec-WebSocket-Version", "13")),
    Refusal(
      testDescription: "version 14", changes: ["Sec-WebSocket-Version": "14"], status: 426,
      header: ("Sec-WebSocket-Version", "13")),
    Refusal(
      testDescription: "no version", changes: ["Sec-WebSocket-Version": nil], status: 426,
      header: ("Sec-WebSocket-Version", "13")),
    Refusal(
      testDescription: "two versions", changes: ["Sec-WebSocket-Version": "13, 8"], status: 426,
      header: ("Sec-WebSocket-Version", "13")),
    Refusal(testDescription: "no key", changes: ["Sec-WebSocket-Key": nil], status: 400),
    Refusal(testDescription: "empty key", changes: ["Sec-WebSocket-Key": ""], status: 400),
    Refusal(testDescription: "short key", changes: ["Sec-WebSocket-Key": "c2hvcnQ="], status: 400),
    Refusal(testDescription: "long key", changes: ["Sec-WebSocket-Key": "a".times(5000)], status: 400),
    Refusal(
      testDescription: "key without padding", changes: ["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ"], status: 400),
    Refusal(
      testDescription: "key in base64url", changes: ["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j-_=="], status: 400),
    Refusal(
      testDescription: "key with a space", changes: ["Sec-WebSocket-Key": "dGhlIHNh bXBsZSBub25jZQ=="], status: 400),
    Refusal(testDescription: "POST", method: "POST", status: 405, header: ("Allow", "GET, HEAD, OPTIONS")),
    Refusal(testDescription: "PUT", method: "PUT", status: 405),
    Refusal(testDescription: "DELETE", method: "DELETE", status: 405),
  ]

  @Test("is refused with a reason, and the connection goes on", arguments: refusals)
  func refused(_ refusal: Refusal) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    var fields: [String: String] = [
      "Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": RawWebSocket.sampleKey,
      "Sec-WebSocket-Version": "13",
    ]
    for (name, value) in refusal.changes { fields[name] = value }
    let lines = ["\(refusal.method) /_mock/echo HTTP/1.1"] + fields.map { "\($0.key): \($0.value)" }
    try client.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
    let response = try client.readResponse(hasContent: refusal.method != "HEAD")
    #expect(response.status == refusal.status, "\(response.excerpt)")
    if refusal.method != "HEAD" { #expect(response.error["message"] is String) }
    if let (name, value) = refusal.header { #expect(response.header(name) == value) }
    guard response.header("Connection") != "close" else { return }
    #expect(try RawWebSocket(on: client).isEchoing())
  }

  @Test("of a path that speaks no WebSocket is an ordinary request")
  func otherPath() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    for (path, status) in [("/v1/lotes", 401), ("/nowhere", 404)] {
      try client.write(RawWebSocket.request(path: path))
      #expect(try client.readResponse().status == status)
    }
  }
}
