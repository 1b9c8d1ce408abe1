import Foundation
import ServerTestSupport
import Testing

/// Requests that the HTTP library under the server gets wrong by itself (libmicrohttpd 0.9.75).
@Suite("A request that libmicrohttpd reads in a wrong way")
struct LibraryDefectTests {
  private static let host = "Host: localhost\r\n"

  /// Everything that comes until the server closes the connection.
  private func exchange(_ server: TestServer, _ pieces: [String]) throws -> String {
    let client = try RawClient(port: server.port, timeoutSeconds: 10)
    for piece in pieces {
      try client.write(piece)
      if pieces.count > 1 { usleep(30_000) }
    }
    return String(decoding: try client.readToEnd(), as: UTF8.self)
  }

  private func expectOneResponse(_ text: String, _ status: Int, _ comment: String) throws {
    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(comment): \(text.prefix(200))")
    #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(comment): \(text)")
    #expect(text.contains("\r\nConnection: close\r\n"), "\(comment): \(text)")
    let parts = text.components(separatedBy: "\r\n\r\n")
    let response = try RawResponse(head: parts[0])
    #expect(
      parts.count == 2 && response.header("Content-Length") == "\(parts.last?.utf8.count ?? -1)", "\(comment): \(text)")
    #expect(response.header("Content-Type")?.contains("json") == true, "\(comment): \(text)")
  }

  /// What stands behind `POST /posts HTTP/1.1` and `Host`, in pieces, and the status.
  static let heads: [([String], Int)] = [
    (["Content-Length: 2 \r\n\r\n{}"], 400),
    (["Content-Le", "ngth: +2\r", "\n\r\n", "{}"], 400),
    (["Transfer-Encoding: chunked \r\n\r\n2\r\n{}\r\n0\r\n\r\n"], 400),
    (["Transfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n"], 400),
    (["X-A: 1\r\n b\r\nContent-Length: 2\r\n\r\n{}"], 400), (["X-A: 1\r\n\tb\r\nContent-Length: 2\r\n\r\n{}"], 400),
    (["X-A: 1\r\n", " b\r\nContent-Length: 2\r\n", "\r\n{}"], 400),
    (["Content-Length: 2\r\n b\r\n\r\n{}"], 400), (["X-A:\r\n 1\r\nContent-Length: 2\r\n\r\n{}"], 400),
    (["X-A: 1\n b\nContent-Length: 2\n\n{}"], 400), (["X-A: a\u{0}b\r\nContent-Length: 2\r\n\r\n{}"], 400),
    (["Content-Length: 2\r\nX-A: a\u{0}b\r\n\r\n{}"], 400),
    (["Transfer-Encoding: chunked\r\n\r\n2;\(String(repeating: "a", count: 30_000))\r\n{}\r\n0\r\n\r\n"], 400),
    (["Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"], 400),
    (["Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX\r\n0\r\n\r\n"], 400),
    (["Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"], 400),
  ]

  @Test("gets one clean answer, and the connection ends", arguments: heads)
  func answeredOnce(pieces: [String], status: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let whole = ["POST /posts HTTP/1.1\r\n" + Self.host + (pieces.first ?? "")] + pieces.dropFirst()
    try expectOneResponse(exchange(server, whole), status, "\(pieces)")
    #expect(try server.send("GET", "/posts").text == "[]" || server.send("GET", "/posts/1").status == 200)
  }

  @Test("is told from others whose heads come in pieces at the same time")
  func among() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let others = try (0..<20).map { _ in
      let client = try RawClient(port: server.port, timeoutSeconds: 10)
      try client.write("POST /posts HTTP/1.1\r\nHost: localhost\r\nContent-Le")
      return client
    }
    for _ in 0..<20 {
      let pieces = ["POST /posts HTTP/1.1\r\n" + Self.host, "Content-Length: +2\r\n\r\n{}"]
      try expectOneResponse(exchange(server, pieces), 400, "among others")
    }
    for client in others {
      try client.write("ngth: 2\r\n\r\n{}")
      #expect(try client.readResponse().status == 201)
    }
  }

  @Test("reads many cookies, on a connection that serves on")
  func cookies() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let client = try RawClient(port: server.port)
    let many = (0..<300).map { "c\($0)=\($0)" }.joined(separator: "; ")
    for cookies in [many, "a=b", String(repeating: ";", count: 7000), ""] {
      let response = try client.send("GET", "/_mock/clock", headers: [("Cookie", cookies)])
      #expect(response.status == 200, "\(response.excerpt)")
    }
    #expect(try client.send("GET", "/_mock/clock").status == 200)
    // The journal has the client's own alone.
    _ = try client.send("GET", "/posts", headers: [("Cookie", "only=this")])
    let journal = try client.send("GET", "/_mock/requests?path=/posts").text
    #expect(journal.components(separatedBy: "\"Cookie\"").count == 2, "\(journal)")
  }

  @Test(
    "whose first line is none is refused",
    arguments: ["GET\t/posts/1\tHTTP/1.1", "GET\t/posts/1 HTTP/1.1", "GET /posts/1\tHTTP/1.1", "GETGETGET", "GET"])
  func firstLine(line: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let text = try exchange(server, ["\(line)\r\n\(Self.host)\r\n"])
    #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text.prefix(100))")
    #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
    let inPieces = try exchange(server, [String(line.prefix(2)), "\(line.dropFirst(2))\r\n\(Self.host)\r\n"])
    #expect(inPieces.hasPrefix("HTTP/1.1 400 "), "\(inPieces.prefix(100))")
  }

  @Test("in HTTP/1.0 that asks for an upgrade is answered as one that does not (RFC 9110 §7.8)")
  func oldUpgrade() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let request =
      "GET /ws HTTP/1.0\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    let text = try exchange(server, [request])
    #expect(text.hasPrefix("HTTP/1.1 426 "), "\(text.prefix(200))")
  }
}
