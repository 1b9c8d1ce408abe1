import ServerTestSupport
import Testing

@Suite("Framing that cannot be trusted")
struct RefusedFramingTests {
  /// Header lines of a request whose body is `{}`, and the statuses that may answer it.
  struct Framing: Sendable, CustomTestStringConvertible {
    let lines: [String]
    let statuses: [Int]
    var body = "{}"
    /// Whether the refusal is the server's own, in the API's shape, and not the HTTP library's.
    var isOurs = true

    var testDescription: String { lines.joined(separator: " | ") }
  }

  static let host = "Host: localhost"
  static let framings: [Framing] = [
    Framing(lines: [host, host, "Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "Host: other", "Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2", "Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2", "Content-Length: 3"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 3", "content-length: 2"], statuses: [400]),
    Framing(
      lines: [host, "Content-Length: 2", "Transfer-Encoding: chunked"], statuses: [400], body: "2\r\n{}\r\n0\r\n\r\n"),
    Framing(
      lines: [host, "Transfer-Encoding: chunked", "Content-Length: 2"], statuses: [400], body: "2\r\n{}\r\n0\r\n\r\n"),
    Framing(lines: [host, "Content-Length : 2"], statuses: [400]),
    Framing(lines: [host, "Content-Length\t: 2"], statuses: [400]),
    Framing(lines: [host, "Transfer-Encoding : chunked"], statuses: [400], body: "2\r\n{}\r\n0\r\n\r\n"),
    Framing(lines: [host, "X(Y): value", "Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "X Y: value", "Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "Transfer-Encoding: gzip"], statuses: [501]),
    Framing(lines: [host, "Transfer-Encoding: gzip, chunked"], statuses: [501]),
    Framing(lines: [host, "Transfer-Encoding: chunked, gzip"], statuses: [501]),
    Framing(lines: [host, "Transfer-Encoding: identity"], statuses: [501]),
    Framing(
      lines: [host, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], statuses: [501], body: "0\r\n\r\n"),
    Framing(lines: [host, "Transfer-Encoding: chunked", "Transfer-Encoding: gzip"], statuses: [501]),
    Framing(lines: [host, "Transfer-Encoding: xchunked"], statuses: [501]),
    Framing(lines: [host, "Transfer-Encoding:"], statuses: [501]),
    Framing(lines: [host, "Content-Length: 9223372036854775807"], statuses: [413]),
    Framing(lines: [host, "Content-Length: 18446744073709551615"], statuses: [413]),
    Framing(lines: [host, "Content-Length: +2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: -2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2x"], statuses: [400]),
    Framing(lines: [host, "Content-Length: zwei"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 0x2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2.0"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2, 2"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 2 2"], statuses: [400]),
    Framing(lines: [host, "Content-Length:"], statuses: [400]),
    Framing(lines: [host, "Content-Length: 99999999999999999999"], statuses: [413]),
    Framing(lines: [host, "Content-Length: 18446744073709551616"], statuses: [413]),
    Framing(lines: ["Content-Length: 2"], statuses: [400]),
    Framing(lines: [host, "no colon", "Content-Length: 2"], statuses: [400], isOurs: false),
    Framing(lines: [host, "X\u{0}Y: value", "Content-Length: 2"], statuses: [400], isOurs: false),
  ]

  @Test("is refused once, and nothing behind it is read as a request", arguments: framings)
  func refused(_ framing: Framing) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for method in ["POST", "PUT", "PATCH", "DELETE", "GET"] {
      let client = try RawClient(port: server.port, timeoutSeconds: 5)
      let behind = "GET /v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let head = ["\(method) /v1/lotes HTTP/1.1"] + framing.lines
      try client.write(head.joined(separator: "\r\n") + "\r\n\r\n" + framing.body + behind)
      let response = try client.readResponse()
      #expect(framing.statuses.contains(response.status), "\(method): \(response.excerpt)")
      if framing.isOurs {
        let code = try response.documentedError(method).code
        #expect(code == (response.status == 501 ? "SERVER_ERROR" : "VALIDATION_ERROR"))
        #expect(response.header("Connection") == "close")
      }
      let rest = String(decoding: try client.readToEnd(), as: UTF8.self)
      #expect(rest.isEmpty, "\(method): \(rest.prefix(300))")
    }
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }
}
