import ServerTestSupport
import Testing
import Transport

@Suite("Header sections at the limit")
struct HeaderLimitTests {
  private static let limit = HTTPLimits().maximumHeaderBytes

  @Test("over the limit are answered with 431 in the documented shape", arguments: [limit, limit + 1, limit + 1000])
  func overLimit(count: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for method in ["GET", "POST", "DELETE"] {
      let body: [UInt8]? = method == "POST" ? Array("{}".utf8) : nil
      let response = try client.send(method, "/v1/lotes", headers: [("X-Large", "a".times(count))], body: body)
      #expect(response.status == 431, "\(response.excerpt)")
      #expect(try response.documentedError(method).code == "VALIDATION_ERROR")
    }
    #expect(try client.send("GET", "/v1/lotes", token: token).status == 200)
  }

  @Test("over the limit in many lines are answered with 431")
  func manyLines() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    let response = try client.send(
      "GET", "/v1/lotes", headers: (0..<9).map { ("X-Line-\($0)", "a".times(Self.limit / 9)) })
    #expect(response.status == 431, "\(response.excerpt)")
    #expect(try response.documentedError("lines").code == "VALIDATION_ERROR")
  }

  @Test("within the limit are read", arguments: [1, 1000, limit - 1000])
  func withinLimit(count: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let response = try server.send(
      "GET", "/v1/lotes", token: server.signIn(), headers: [("X-Large", "a".times(count))])
    #expect(response.status == 200)
  }

  /// Sections that do not fit into the memory of a connection: name, line, how often.
  static let enormous: [(String, Int)] = [
    ("X: " + "a".times(70_000), 1), ("X: " + "a".times(1_000_000), 1), ("X: " + "a".times(10_000), 100),
    ("X: " + "a".times(90), 200),
    ("a: b", 3000),
    ("a:", 20_000), ("a".times(100_000) + ": b", 1), ("X: a\r\n " + "b".times(50_000), 2), (" ".times(100_000), 1),
    ("Cookie: " + "a=b; ".times(20_000), 1),
  ]

  @Test("that no buffer holds are refused without harm", arguments: enormous)
  func refused(line: String, count: Int) throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 2
    }
    let client = try RawClient(port: server.port)
    try client.write("GET /v1/lotes HTTP/1.1\r\nHost: localhost\r\n" + "\(line)\r\n".times(count) + "\r\n")
    let text = String(decoding: try client.readToEnd(), as: UTF8.self)
    #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 431 ") || text.hasPrefix("HTTP/1.1 400 "), "\(text.prefix(200))")
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }
}
