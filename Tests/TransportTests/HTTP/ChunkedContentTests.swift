import ServerTestSupport
import Testing

@Suite("Content in chunks")
struct ChunkedContentTests {
  private static let document = Draft.lote.text

  /// The document's bytes in chunks of a size, each with an extension, and with trailers.
  private static func chunks(of size: Int, extension suffix: String = "", trailers: String = "") -> String {
    var text = ""
    var rest = Array(document.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(size)
      rest = rest.dropFirst(size)
      text += String(piece.count, radix: 16) + suffix + "\r\n" + String(decoding: piece, as: UTF8.self) + "\r\n"
    }
    return text + "0" + suffix + "\r\n" + trailers + "\r\n"
  }

  /// A way to send the document; chunk boundaries lie between ASCII characters only in the first ones.
  static let wholes: [(String, String)] = [
    ("one chunk", chunks(of: 10_000)), ("with an extension", chunks(of: 10_000, extension: ";name=value")),
    ("with a flag", chunks(of: 10_000, extension: ";flag")),
    ("with a quoted extension", chunks(of: 10_000, extension: ";a=\"b c\"")),
    ("with trailers", chunks(of: 10_000, trailers: "X-Sum: 1\r\nX-Other: 2\r\n")),
    ("with zeros", chunks(of: 10_000).replacingSizes { "000" + $0 }),
    ("in capitals", chunks(of: 10_000).replacingSizes { $0.uppercased() }),
  ]

  @Test("is put together", arguments: wholes)
  func whole(name: String, content: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    #expect(try post(content, to: server).status == 201)
  }

  @Test("is put together from chunks of one byte, each in a packet of its own")
  func bytes() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let socket = try BareSocket(port: server.port)
    socket.write(head(try server.signIn()))
    for byte in Array(Self.document.utf8) {
      socket.write(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8))
    }
    socket.write("0\r\n\r\n")
    let response = try socket.readResponse()
    #expect(response.status == 201, "\(response.excerpt)")
    #expect(response.json["tipoCultivo"] as? String == "Café")
  }

  @Test("may be empty")
  func empty() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let response = try post("0\r\n\r\n", to: server)
    #expect(response.status == 400)
    #expect(try response.documentedError("empty").field == "body")
  }

  static let broken = [
    "zz\r\n{}\r\n0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n", "+2\r\n{}\r\n0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n",
    " 2\r\n{}\r\n0\r\n\r\n",
    "2 \r\n{}\r\n0\r\n\r\n", "2\r\n{}0\r\n\r\n", "2\r\n{}}\r\n0\r\n\r\n", "\r\n", ";\r\n", "{}",
    "2,2\r\n{}\r\n0\r\n\r\n",
    "ffffffffffffffff\r\n{}\r\n0\r\n\r\n", "10000000000000000\r\n{}\r\n0\r\n\r\n", "999999999999999999999999\r\n{}\r\n",
    "2;" + "a".times(100_000) + "\r\n{}\r\n0\r\n\r\n", "0\r\n" + "X: y\r\n".times(30_000) + "\r\n",
  ]

  @Test("that is broken is refused, and the connection ends", arguments: broken)
  func refused(content: String) throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
    let client = try RawClient(port: server.port)
    try client.write(head(try server.signIn()) + content)
    client.finishWriting()
    let bytes = try client.readToEnd()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.isEmpty || ["400", "413", "431", "500"].contains { text.hasPrefix("HTTP/1.1 \($0) ") }, "\(text.prefix(200))"
    )
    let lotes = try server.send("GET", "/v1/lotes", token: server.signIn())
    #expect(lotes.json["total"] as? Int == 2)
  }

  static let truncated = [
    "", "5", "5\r", "5\r\n", "5\r\n{\"a", "5\r\n{\"a\":", "5\r\n{\"a\":\r\n", "2\r\n{}\r\n0", "2\r\n{}\r\n0\r\n",
  ]

  @Test("that is cut short is never taken for the whole")
  func cut() throws {
    let server = try TestServer {
      $0.dataset = .minimal
      $0.limits.idleTimeoutSeconds = 1
    }
    let clients = try Self.truncated.map { content in
      let client = try RawClient(port: server.port)
      try client.write(head(try server.signIn()) + content)
      client.finishWriting()
      return client
    }
    for (content, client) in zip(Self.truncated, clients) {
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      #expect(!text.hasPrefix("HTTP/1.1 2"), "\(content)")
    }
    let lotes = try server.send("GET", "/v1/lotes", token: server.signIn())
    #expect(lotes.json["total"] as? Int == 2)
  }

  private func head(_ token: String) -> String {
    "POST /v1/lotes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nTransfer-Encoding: chunked\r\n\r\n"
  }

  private func post(_ content: String, to server: TestServer) throws -> RawResponse {
    let client = try RawClient(port: server.port)
    try client.write(head(try server.signIn()) + content)
    return try client.readResponse()
  }
}

extension String {
  /// Chunked content of one chunk with its two sizes written in another way.
  fileprivate func replacingSizes(_ change: (String) -> String) -> String {
    let lines = split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    return [change(lines[0]), lines[1], change(lines[2]), lines[3], lines[4]].joined(separator: "\r\n")
  }
}
