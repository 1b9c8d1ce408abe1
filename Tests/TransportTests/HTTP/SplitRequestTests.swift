import ServerTestSupport
import Testing

@Suite("Requests in pieces")
struct SplitRequestTests {
  /// Requests, each with the status that answers it.
  private func requests(_ token: String) -> [(String, Int)] {
    let head = "Host: localhost\r\nAuthorization: Bearer \(token)\r\n"
    let body = Draft.productor.text
    let size = String(body.utf8.count, radix: 16)
    return [
      ("GET /v1/lotes/lote_1?a=b&c=%41 HTTP/1.1\r\n\(head)\r\n", 200),
      ("PUT /v1/lotes/lote_1 HTTP/1.1\r\n\(head)Content-Length: 2\r\n\r\n{}", 422),
      (
        "POST /v1/productores HTTP/1.1\r\n\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\nX: y\r\n\r\n",
        201
      ),
    ]
  }

  @Test("are answered wherever they are cut")
  func everyCut() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port)
    let end = try serverEnd(of: socket, server)
    for (request, status) in requests(try server.signIn()) {
      let bytes = Array(request.utf8)
      for cut in 1..<bytes.count {
        socket.write(Array(bytes[..<cut]))
        try waitUntilRead(end)
        socket.write(Array(bytes[cut...]))
        let response = try socket.readResponse()
        #expect(response.status == status, "cut at \(cut): \(response.excerpt)")
      }
    }
  }

  @Test("are answered when they come byte by byte")
  func bytes() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port)
    let end = try serverEnd(of: socket, server)
    for (request, status) in requests(try server.signIn()) {
      for byte in Array(request.utf8).dropLast() {
        socket.write([byte])
        try waitUntilRead(end)
      }
      socket.write([Array(request.utf8).last ?? 0])
      #expect(try socket.readResponse().status == status)
    }
  }

  @Test("are answered when the last byte comes with the end of the client's half, and then the connection ends")
  func halfClosed() throws {
    let server = try TestServer { $0.dataset = .minimal }
    var clients: [(RawClient, Int, String)] = []
    for (request, status) in requests(try server.signIn()) {
      let bytes = Array(request.utf8)
      for cut in [0, 10, bytes.count - 1] {
        let client = try RawClient(port: server.port)
        try client.write(Array(bytes[..<cut]))
        try client.write(Array(bytes[cut...]))
        client.finishWriting()
        clients.append((client, status, "\(request.prefix(20)) cut at \(cut)"))
      }
    }
    for (client, status, comment) in clients {
      let response = try client.readResponse()
      #expect(response.status == status, "\(comment): \(response.excerpt)")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("that never end are not answered after the client's half has ended", arguments: [1, 20, 60, 110, 140])
  func neverEnding(count: Int) throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
    let client = try RawClient(port: server.port)
    let request = requests("a.b.c")[2].0
    try #require(count < request.utf8.count)
    try client.write(Array(request.utf8.prefix(count)))
    client.finishWriting()
    #expect(try client.readToEnd().isEmpty)
  }

  private func serverEnd(of socket: BareSocket, _ server: TestServer) throws -> Int32 {
    var end: Int32?
    _ = holds(withinSeconds: 5) {
      end = OpenSockets.end(port: server.port, client: socket.localPort)
      return end != nil
    }
    return try #require(end)
  }

  /// Waits until the server has taken everything from the connection.
  private func waitUntilRead(_ end: Int32) throws {
    let isRead = holds(withinSeconds: 5) { OpenSockets.isDrained(end) }
    guard isRead else { throw RawClient.Failure(what: "the server does not read") }
  }
}
