import ServerTestSupport
import Testing

@Suite("Connections that are used again")
struct PipelineTests {
  @Test("answer requests that were sent together, in their order")
  func pipelined() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    var requests = ""
    for number in 0..<200 {
      requests += "GET /v1/lotes/nr_\(number) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
    }
    try client.write(requests)
    for number in 0..<200 {
      let response = try client.readResponse()
      #expect(try response.documentedError("\(number)").details["value"] == "nr_\(number)")
    }
  }

  @Test("answer requests with and without content, sent together, in their order")
  func mixed() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    let auth = "Host: localhost\r\nAuthorization: Bearer \(token)\r\n"
    let body = Draft.lote.text
    let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
    var expected: [Int] = []
    for _ in 0..<20 {
      try client.write("POST /v1/lotes HTTP/1.1\r\n\(auth)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      try client.write(
        "OPTIONS /v1/lotes HTTP/1.1\r\n\(auth)\r\nPOST /v1/lotes HTTP/1.1\r\n\(auth)Content-Length: 1\r\n\r\n{")
      try client.write("POST /v1/lotes HTTP/1.1\r\n\(auth)Transfer-Encoding: chunked\r\n\r\n\(chunk)")
      try client.write(
        "GET /nowhere HTTP/1.1\r\n\(auth)\r\nDELETE /v1/lotes/lote_1 HTTP/1.1\r\n\(auth)Content-Length: 3\r\n\r\nabc")
      expected += [201, 204, 400, 201, 404, expected.isEmpty ? 204 : 404]
    }
    for (number, status) in expected.enumerated() {
      #expect(try client.readResponse().status == status, "answer \(number)")
    }
  }

  @Test("last for a thousand requests")
  func thousand() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for number in 0..<1000 {
      let response = try client.send("GET", "/v1/lotes/lote_\(number % 3)", token: token)
      #expect(response.status == (number % 3 == 0 ? 404 : 200))
      #expect(response.header("Connection") == nil)
    }
  }

  @Test("end when the client says so", arguments: ["close", "Close", "keep-alive, close"])
  func close(value: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    let response = try client.send("GET", "/v1/lotes", headers: [("Connection", value)])
    #expect(response.status == 401)
    #expect(response.header("Connection") == "close")
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("end after an HTTP/1.0 request unless it asks for more")
  func oldVersion() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let once = try RawClient(port: server.port)
    try once.write("GET /v1/lotes HTTP/1.0\r\n\r\n")
    #expect(try once.readResponse().status == 401)
    #expect(try once.readToEnd().isEmpty)
    let more = try RawClient(port: server.port)
    for _ in 0..<3 {
      try more.write("GET /v1/lotes HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let response = try more.readResponse()
      #expect(response.status == 401)
      #expect(response.header("Connection")?.lowercased() == "keep-alive")
    }
  }
}
