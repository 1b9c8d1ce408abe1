import ServerTestSupport
import Testing

@Suite("Content at the limit")
struct ContentLimitTests {
  static let methods = ["POST", "PUT", "PATCH", "DELETE"]
  private static let limit = 1000

  private func server() throws -> TestServer {
    try TestServer {
      $0.dataset = .minimal
      $0.limits.maximumBodyBytes = Self.limit
    }
  }

  /// A request head with its content behind it.
  private func request(_ method: String, _ count: Int, chunked: Bool) -> [UInt8] {
    let content = "x".times(count)
    let framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count)"
    let body = chunked ? "\(String(count, radix: 16))\r\n\(content)\r\n0\r\n\r\n" : content
    return Array("\(method) /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n\(body)".utf8)
  }

  @Test("of just the limit is read", arguments: methods, [false, true])
  func atLimit(method: String, chunked: Bool) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    try client.write(request(method, Self.limit, chunked: chunked))
    let response = try client.readResponse()
    #expect([401, 405].contains(response.status), "\(response.excerpt)")
  }

  @Test("of one byte more is answered with 413, and the connection goes on", arguments: methods, [false, true])
  func overLimit(method: String, chunked: Bool) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    for _ in 0..<3 {
      try client.write(request(method, Self.limit + 1, chunked: chunked))
      let response = try client.readResponse()
      #expect(response.status == 413, "\(response.excerpt)")
      let error = try response.documentedError(method)
      #expect(error.code == "VALIDATION_ERROR")
      #expect(error.field == "body")
      #expect(response.header("Connection") == nil)
    }
    #expect(try client.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("far beyond the limit is answered with 413 at once, and the connection ends", arguments: methods)
  func farOverLimit(method: String) throws {
    let server = try server()
    for count in [8 * Self.limit + 1, 100_000, 50_000_000] {
      let client = try RawClient(port: server.port)
      let head = "\(method) /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n"
      try client.write(head + "x".times(min(count, 100_000)))
      let response = try client.readResponse()
      #expect(response.status == 413, "\(count): \(response.excerpt)")
      #expect(try response.documentedError(method).field == "body")
      #expect(response.header("Connection") == "close")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("without end is cut off", arguments: methods)
  func endless(method: String) throws {
    let server = try server()
    let socket = try BareSocket(port: server.port)
    socket.write("\(method) /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = Array("400\r\n\("x".times(1024))\r\n".utf8)
    var chunks = 0
    while chunks < 50_000, socket.write(chunk) == chunk.count { chunks += 1 }
    #expect(chunks < 50_000, "50 MB were taken")
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("is asked for with 100 when the client waits for that", arguments: methods)
  func expectation(method: String) throws {
    let server = try server()
    let client = try RawClient(port: server.port)
    let token = try server.signIn()
    try client.write(
      "\(method) /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
        + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.readResponse().status == 100)
    try client.write("{}")
    let response = try client.readResponse()
    #expect(response.status == ["PUT": 422, "DELETE": 204][method] ?? 405, "\(response.excerpt)")
  }

  @Test("is not asked for when it is too large", arguments: methods)
  func refusedExpectation(method: String) throws {
    let server = try server()
    for count in [Self.limit + 1, 1_000_000] {
      let client = try RawClient(port: server.port)
      try client.write(
        "\(method) /v1/lotes/lote_1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\nExpect: 100-Continue\r\n\r\n"
      )
      let response = try client.readResponse()
      #expect(response.status == 413, "\(response.excerpt)")
      #expect(try response.documentedError(method).field == "body")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test("does not hold back what the server itself exported", arguments: ["", "/_w/default"])
  func states(prefix: String) throws {
    let server = try TestServer { $0.limits.maximumBodyBytes = 1000 }
    let body = #"{"tables":{}}"# + " ".times(5000)
    #expect(try server.send("PUT", "\(prefix)/_mock/state?", body: body).status == 204)
    for path in [
      "/_mock/clock?/_mock/state", "/posts%3Fq=/_mock/state", "/posts/_mock/state", "/_mock/clock%3F/_mock/state",
    ] {
      #expect(try server.send("PUT", "\(prefix)\(path)", body: body).status == 413, "\(path)")
    }
    #expect(try server.send("POST", "\(prefix)/_mock/state", body: body).status == 413)
    #expect(try server.send("PUT", "\(prefix)/agrobridge/_mock/state", body: body).status == 204)
  }
}
