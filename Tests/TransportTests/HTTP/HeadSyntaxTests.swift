import Foundation
import ServerTestSupport
import Testing

/// Heads that libmicrohttpd accepts or reads in a wrong way (0.9.75), and that other servers read in another one.
@Suite("A head that breaks the rules")
struct HeadSyntaxTests {
  private static let host = "Host: localhost\r\n"
  private static let line = "DELETE /posts/9 HTTP/1.1\r\n"
  private static let end = "Connection: close\r\n\r\n"

  static let broken: [String] = [
    // A NUL in the request line.
    "DELETE /posts/9\u{0}zzz HTTP/1.1\r\n\(host)\(end)", "DELETE /posts/9\u{0} HTTP/1.1\r\n\(host)\(end)",
    "DELETE /posts/9?a=\u{0}b HTTP/1.1\r\n\(host)\(end)", "DELETE\u{0} /posts/9 HTTP/1.1\r\n\(host)\(end)",
    "DELETE\u{0}X /posts/9 HTTP/1.1\r\n\(host)\(end)", "DELETE \u{0}/posts/9 HTTP/1.1\r\n\(host)\(end)",
    "DELETE /posts/9\u{0} x HTTP/1.1\r\n\(host)\(end)",
    // A line feed alone.
    "DELETE /posts/9 HTTP/1.1\n\(host)\(end)", "\(line)X-A: a\n\(host)\(end)",
    "\(line)Host: localhost\n\(end)", "\(line)\(host)X-A: a\n\r\n",
    "\(line)\(host)X-A: a\r\n\n", "DELETE /posts/9 HTTP/1.1\nHost: localhost\n\n",
    // A carriage return alone.
    "\(line)\(host)X-A: a\rb\r\n\(end)", "\(line)\(host)X-A: a\r\r\n\(end)",
    "\(line)\(host)X-A: a\rContent-Length: 9\r\n\(end)", "\(line)\r\(host)\(end)",
    "DELETE /posts/9\rx HTTP/1.1\r\n\(host)\(end)", "DELETE /posts/9\r HTTP/1.1\r\n\(host)\(end)",
    // Other control characters in the target.
    "DELETE /posts/9\tx HTTP/1.1\r\n\(host)\(end)", "DELETE /posts/9?\u{1} HTTP/1.1\r\n\(host)\(end)",
    "DELETE /posts/9\u{7F} HTTP/1.1\r\n\(host)\(end)",
    // A host that is none.
    "\(line)Host: [evil.com]\r\n\(end)", "\(line)Host: localhost:x\r\n\(end)",
    "\(line)Host: [::1\r\n\(end)", "\(line)Host: user@localhost\r\n\(end)",
    "DELETE http://[evil.com]/posts/9 HTTP/1.1\r\n\(host)\(end)",
    "DELETE http://localhost:x/posts/9 HTTP/1.1\r\n\(host)\(end)",
    "DELETE http://user@localhost/posts/9 HTTP/1.1\r\n\(host)\(end)",
    "DELETE http:///posts/9 HTTP/1.1\r\n\(host)\(end)",
  ]

  @Test("is refused once, and nothing happens", arguments: broken)
  func refused(head: String) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.write(head)
    let text = String(decoding: try client.readToEnd(), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text.prefix(300))")
    #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
    #expect(try server.send("GET", "/posts/9").status == 200)
  }

  @Test(
    "is not one that is only unusual",
    arguments: [
      "GET /posts/9 HTTP/1.1\r\n\(host)\(end)", "\r\nGET /posts/9 HTTP/1.1\r\n\(host)\(end)",
      "GET /posts/9?a=b HTTP/1.1\r\nHost: [::1]:80\r\n\(end)",
      "GET http://localhost:80/posts/9 HTTP/1.1\r\n\(host)\(end)",
      "GET /posts/9? HTTP/1.1\r\nX-A:\r\nX-B: \tb\r\n\(host)\(end)", "GET /posts/9 HTTP/1.0\r\n\r\n",
      "GET /posts/9 HTTP/1.1\r\nCookie: a=b\r\n\(host)Cookie: c\r\n\(end)", "GET /posts/9 HTTP/1.0\r\n\(end)",
    ])
  func accepted(head: String) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.write(head)
    let text = String(decoding: try client.readToEnd(), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text.prefix(300))")
  }

  @Test("Expect: 100-continue without content leaves the next request on the connection alone (RFC 9110 §10.1.1)")
  func expectation() throws {
    let server = try TestServer()
    let next = "GET /posts/2 HTTP/1.1\r\n\(Self.host)\(Self.end)"
    let firsts = [
      ("GET /posts/1 HTTP/1.1", "\r\n"), ("DELETE /posts/1 HTTP/1.1", "\r\n"),
      ("POST /posts HTTP/1.1", "Content-Length: 0\r\n\r\n"), ("GET /posts/2 HTTP/1.1", "EXPECT: 100-Continue\r\n\r\n"),
    ]
    for (line, rest) in firsts {
      let client = try RawClient(port: server.port)
      try client.write("\(line)\r\n\(Self.host)Expect: 100-continue\r\n\(rest)\(next)")
      let statuses = try statuses(client)
      #expect(statuses.count == 2 && statuses.last == 200, "\(line): \(statuses)")
    }
    // With content the client is told to send it.
    let client = try RawClient(port: server.port)
    try client.write("POST /posts HTTP/1.1\r\n\(Self.host)Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.readResponse().status == 100)
    try client.write("{}" + next)
    #expect(try statuses(client) == [201, 200])
  }

  /// The statuses of all responses until the server closes the connection.
  private func statuses(_ client: RawClient) throws -> [Int] {
    let text = String(decoding: try client.readToEnd(), as: UTF8.self)
    // A status line follows the body before it directly.
    return text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
  }
}
