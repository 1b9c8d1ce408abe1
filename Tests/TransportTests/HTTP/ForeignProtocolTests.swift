import Foundation
import ServerTestSupport
import Testing

@Suite("What is not HTTP")
struct ForeignProtocolTests {
  /// What a client of another protocol, or none, sends first.
  static let openings: [(String, [UInt8])] = [
    ("TLS 1.3 hello", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] + noise(512)),
    ("SSL 2 hello", [0x80, 0x2E, 0x01, 0x00, 0x02] + noise(44)),
    ("HTTP/2 preface", Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]),
    ("SSH", Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)), ("SMTP", Array("EHLO example.com\r\nMAIL FROM:<a@b>\r\n".utf8)),
    ("Redis", Array("*1\r\n$4\r\nPING\r\n".utf8)), ("STOMP", Array("CONNECT\naccept-version:1.2\n\n\0".utf8)),
    ("PROXY", Array("PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n".utf8)), ("WebSocket frames", [0x81, 0x82, 1, 2, 3, 4, 5, 6]),
    ("noise", noise(3000)), ("much noise", noise(1_000_000)), ("0xFF", [UInt8](repeating: 0xFF, count: 10_000)),
    ("NULs", [UInt8](repeating: 0, count: 10_000)), ("NUL lines", Array("\0\r\n\r\n".utf8)),
    ("line feeds", Array("\n".times(100_000).utf8)),
    ("one long line", Array("a".times(1_000_000).utf8)),
    ("one long target", Array(("GET /" + "a".times(1_000_000)).utf8)),
    ("one long header", Array(("GET / HTTP/1.1\r\nX: " + "a".times(1_000_000)).utf8)),
    ("spaces", Array(" ".times(100_000).utf8)),
    ("carriage returns", Array("GET / HTTP/1.1\rHost: a\r\r".utf8)), ("one byte", [0x47]),
    ("a method", Array("GET ".utf8)),
    ("HTTP/0.9", Array("GET /v1/lotes\r\n".utf8)), ("HTTP/3", Array("GET / HTTP/3\r\nHost: a\r\n\r\n".utf8)),
    ("HTTP/0.0", Array("GET / HTTP/0.0\r\nHost: a\r\n\r\n".utf8)),
    ("no version", Array("GET / HTTP/\r\nHost: a\r\n\r\n".utf8)),
    ("small letters", Array("GET / http/1.1\r\nHost: a\r\n\r\n".utf8)),
    ("a word too many", Array("GET / x HTTP/1.1\r\nHost: a\r\n\r\n".utf8)),
    ("tabs", Array("GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n".utf8)), ("nothing", []),
  ]

  /// A client for each opening.
  private func clients(of server: TestServer) throws -> [(name: String, client: RawClient, bytes: [UInt8])] {
    try Self.openings.map { ($0.0, try RawClient(port: server.port), $0.1) }
  }

  private func server() throws -> TestServer {
    try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
  }

  @Test("ends the connection and leaves the server to others")
  func ended() throws {
    let server = try server()
    let clients = try clients(of: server)
    for (_, client, bytes) in clients { try client.write(bytes) }
    for (name, client, _) in clients {
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      let isRefusal = text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.1 505 ")
      #expect(text.isEmpty || isRefusal, "\(name): \(text.prefix(200))")
    }
    #expect(try server.send("GET", "/v1/lotes", token: server.signIn()).status == 200)
  }

  @Test("is refused when it follows a request, too")
  func endedLater() throws {
    let server = try server()
    let token = try server.signIn()
    let clients = try clients(of: server)
    for (name, client, bytes) in clients {
      #expect(try client.send("GET", "/v1/lotes", token: token).status == 200, "\(name)")
      try client.write(bytes)
    }
    for (name, client, _) in clients {
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      #expect(!text.contains("HTTP/1.1 2"), "\(name): \(text.prefix(200))")
    }
  }

  /// Bytes that look random and are the same on each run.
  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
  }
}
