import Server
import ServerTestSupport
import Testing

@Suite("Methods")
struct MethodTests {
  /// Streams, whose length is not known before; their HEAD is a test of its own.
  static let streams = ["/_mock/events", "/_mock/stream", "/_mock/har", "/_mock/requests.har"]

  /// Every route that GET answers to its end, with real ids.
  static func readable() throws -> [String] {
    try MockServer.routes().lines.filter { line in
      line.method == "GET" && !streams.contains(line.path) && !line.path.hasSuffix("/eventsource")
    }.map { line in
      let id = ["lotes": "lote_1", "productores": "prod_1", "bloques": "bloque_1"]
      let segments = line.path.split(separator: "/").map(String.init)
      return "/"
        + segments.enumerated().map { index, segment in
          segment.hasPrefix("{") ? id[segments[index - 1]] ?? "1" : segment
        }.joined(separator: "/")
    }
  }

  @Test("HEAD has the status and the headers of GET, and no content")
  func head() throws {
    let server = try TestServer()
    // Sensor readings change with the clock, and with them the length of what shows them.
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    let paths = try Self.readable() + ["/v1/lotes/none", "/v1/lotes?page=0"]
    #expect(paths.count > 9)
    for path in paths {
      let get = try client.send("GET", path, token: token)
      let head = try client.send("HEAD", path, token: token)
      #expect(head.status == get.status, "\(path)")
      #expect(head.header("Content-Type") == get.header("Content-Type"), "\(path)")
      #expect(head.header("ETag") == get.header("ETag"), "\(path)")
      // The figures have changed by then: the request before is one of them.
      if path != "/_mock/metrics" {
        #expect(head.header("Content-Length") == get.header("Content-Length"), "\(path)")
      }
      #expect(head.body.isEmpty)
    }
    #expect(try client.send("HEAD", "/v1/lotes").status == 401)
  }

  @Test("HEAD of a stream has its headers, and ends", arguments: streams)
  func head(ofStream path: String) throws {
    let server = try TestServer()
    let head = try server.send("HEAD", path)
    #expect(head.status == 200 && head.body.isEmpty)
    let type = path.hasSuffix("har") ? "application/json" : "text/event-stream"
    #expect(head.header("Content-Type")?.hasPrefix(type) == true)
    #expect(head.header("Connection") == "close")
  }

  @Test("OPTIONS is answered everywhere, with a body or without")
  func options() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    for path in try Self.readable() + ["/nowhere", "*"] {
      for body in [nil, Array("{}".utf8)] {
        let response = try client.send("OPTIONS", path, headers: [("Origin", "http://localhost:5173")], body: body)
        #expect(response.status == 204, "\(path)")
        #expect(response.header("Allow")?.contains("GET") == true, "\(path)")
        #expect(response.header("Content-Type") == nil)
        #expect(response.header("Access-Control-Allow-Origin") == "http://localhost:5173")
      }
    }
  }

  /// Methods that nobody defined, or that this server does not know, and the status of each.
  static let unknownMethods: [(String, Int)] = [
    ("BREW", 501), ("get", 501), ("Post", 501), ("DELETE2", 501), ("PROPFIND", 501), ("M-SEARCH", 501),
    ("QUERIES", 501),
    ("X", 501), ("!#$%&'*+-.^_`|~", 501), ("G".times(5000), 501), ("GET,POST", 400), ("GÉT", 400), ("G\u{1}T", 400),
    ("GET\u{0}X", 400),
  ]

  @Test("that the server does not know are answered with 501, and what is no token with 400", arguments: unknownMethods)
  func unknown(method: String, status: Int) throws {
    let server = try TestServer()
    let paths = [
      "/posts/9", "/nothing", "/v1/lotes", "/v1/none", "/v2/none", "/api/v1/none", "/api/v1/auth/login", "/_mock/state",
      "/ws",
      "/sensors", "/api/v1/sensors/latest",
    ]
    for path in paths {
      let response = try server.send(method, path)
      #expect(response.status == status, "\(path): \(response.excerpt)")
    }
    #expect(try server.send("GET", "/posts/9").status == 200)
  }

  @Test("that a route does not know are answered with 405 and those it does", arguments: ["PATCH", "TRACE", "CONNECT"])
  func notAllowed(method: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    for (path, allowed) in [
      ("/v1/lotes", ["GET", "HEAD", "OPTIONS", "POST"]),
      ("/v1/lotes/lote_1", ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"]),
      ("/v1/auth/login", ["OPTIONS", "POST"]),
    ] {
      for body in [nil, Array("{}".utf8)] {
        let response = try client.send(method, path, token: token, body: body)
        #expect(response.status == 405, "\(path): \(response.excerpt)")
        #expect(response.header("Allow")?.split(separator: ", ").map(String.init).sorted() == allowed, "\(path)")
        #expect(try response.documentedError(path).code == "VALIDATION_ERROR")
      }
    }
    #expect(try client.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test("CONNECT opens no tunnel")
  func connect() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.write("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n")
    #expect((400..<500).contains(try client.readResponse().status))
  }

  @Test("that carry no content by custom may carry some, and it is not read as a request")
  func content() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    let smuggled = Array("GET /v1/nowhere HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    for (method, status) in [("GET", 200), ("DELETE", 204), ("GET", 404)] {
      #expect(try client.send(method, "/v1/lotes/lote_2", token: token, body: smuggled).status == status)
    }
  }
}
