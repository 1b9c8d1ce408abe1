import Server
import ServerTestSupport
import Testing

/// Which pages may read and change something, and by which host names the server may be called.
@Suite("Access by host and origin")
struct HostAndOriginTests {
  typealias Headers = [(String, String)]

  private static let foreign = "https://evil.example"
  private static let json = ("Content-Type", "application/json")

  /// Paths of the control plane.
  static let paths = [
    "/_mock/reset", "/agrobridge/_mock/reset", "/_w/default/_mock/reset", "/_w/default/newsapi/_mock/reset",
  ]

  @Test("to the control plane is refused to pages of other origins", arguments: paths)
  func foreignPages(path: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let pages: [Headers] = [
      [("Origin", Self.foreign)], [("Origin", Self.foreign), Self.json], [("Origin", "null")],
      [("Origin", "http://localhost.evil.example")], [("Origin", "http://127.0.0.1.evil.example:5173")],
      [("Sec-Fetch-Site", "cross-site")],
    ]
    for headers in pages {
      let answer = try server.send("POST", path, headers: headers)
      #expect(answer.status == 403, "\(headers)")
      #expect(answer.error["code"] as? String == "FORBIDDEN")
    }
  }

  @Test("to the control plane is granted to tools, own pages and pages on this machine", arguments: paths)
  func knownPages(path: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let host = ("Host", "192.168.1.23:3000")
    let callers: [Headers] = [
      [], [("User-Agent", "curl/8")], [("Origin", "http://localhost:5173")], [("Origin", "http://127.0.0.1:8080")],
      [("Origin", "http://[::1]:4200")], [("Origin", "capacitor://localhost")], [("Origin", "http://app.localhost")],
      [("Origin", "http://192.168.1.23:3000"), host], [("Origin", "http://192.168.1.23:5173"), host],
      [("Sec-Fetch-Site", "same-origin")],
    ]
    for headers in callers {
      #expect(try server.send("POST", path, headers: headers).status == 204, "\(headers)")
    }
  }

  @Test("to the control plane is granted to the origin of --cors, and its preflight passes")
  func chosenOrigin() throws {
    let server = try TestServer { ($0.dataset, $0.cors) = (.minimal, .origin("https://app.example")) }
    for (origin, status) in [("https://app.example", 204), (Self.foreign, 403)] {
      #expect(try server.send("POST", "/_mock/reset", headers: [("Origin", origin)]).status == status)
      let preflight = [("Origin", origin), ("Access-Control-Request-Method", "POST")]
      #expect(try server.send("OPTIONS", "/_mock/reset", headers: preflight).status == status)
    }
  }

  /// Pages of other origins, as their browsers tell of them.
  private static let foreignPages: [Headers] = [
    [("Origin", foreign)], [("Origin", "null")], [("Origin", "http://localhost.evil.example")],
    [("Origin", "http://127.0.0.1.evil.example:5173")], [("Origin", "http://127.0.0.1@evil.example")],
    [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "script")],
    [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")],
  ]

  @Test(
    "to read the control plane is refused to pages of other origins",
    arguments: [
      "/_mock/state", "/_mock/requests", "/_mock/har", "/_mock/data", "/_mock/worlds", "/_mock/tokens", "/_mock/events",
      "/_mock/health", "/__admin/requests", "/__admin/mappings", "/newsapi/_mock/state", "/_w/default/_mock/state",
      "/_mock/nothing",
    ])
  func foreignReaders(path: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for headers in Self.foreignPages {
      for method in ["GET", "HEAD"] {
        let answer = try server.send(method, path, headers: headers)
        #expect(answer.status == 403, "\(method) \(headers)")
        #expect((answer.header("Access-Control-Allow-Origin") ?? "*") == "*", "\(method) \(headers)")
      }
      guard headers[0].0 == "Origin" else { continue }
      #expect(try server.send("GET", path, headers: headers).header("Access-Control-Allow-Origin") == nil)
      let preflight = headers + [("Access-Control-Request-Method", "GET")]
      #expect(try server.send("OPTIONS", path, headers: preflight).status == 403, "\(headers)")
    }
  }

  @Test("to read the control plane is granted to tools, links, own pages, pages on this machine and those of --cors")
  func knownReaders() throws {
    let chosen = "https://app.example"
    let server = try TestServer { ($0.dataset, $0.cors) = (.minimal, .origin(chosen)) }
    let pages = ["http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:4200", "http://app.localhost", chosen]
    for origin in pages {
      let answer = try server.send("GET", "/_mock/clock", headers: [("Origin", origin)])
      #expect(answer.status == 200, "\(origin)")
      #expect(answer.header("Access-Control-Allow-Origin") == origin)
    }
    let visit = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    for headers: Headers in [[], [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")], visit] {
      #expect(try server.send("GET", "/_mock/clock", headers: headers).status == 200, "\(headers)")
    }
  }

  @Test("to the control plane is refused to sockets of other pages, whatever --cors says")
  func controlSockets() throws {
    let server = try TestServer { $0.dataset = .minimal }
    for (origin, status) in [(Self.foreign, 403), ("null", 403), ("http://localhost:5173", 101)] {
      let client = try RawClient(port: server.port)
      try client.write(RawWebSocket.request(path: "/_mock/echo", headers: [("Origin", origin)]))
      #expect(try client.readResponse().status == status, "\(origin)")
    }
  }

  @Test("to the control plane by pages is for JSON alone, below each of its names")
  func content() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let page = ("Origin", "http://localhost")
    for path in ["/_mock/clock", "/interspace/_mock/clock"] {
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let body = #"{"rate":2}"#
        #expect(try server.send("PUT", path, headers: [page, ("Content-Type", type)], body: body).status == 400)
        #expect(try server.send("PUT", path, headers: [("Content-Type", type)], body: body).status == 200)
      }
      #expect(try server.send("PUT", path, headers: [page], body: "{}").status == 400)
      let kinds = ["application/json", "application/json; charset=utf-8", "application/merge-patch+json"]
      for type in kinds {
        #expect(try server.send("PUT", path, headers: [page, ("Content-Type", type)], body: "{}").status == 200)
      }
    }
    let find = try server.send(
      "POST", "/__admin/requests/find", headers: [page, ("Content-Type", "text/plain")], body: "{}")
    #expect(find.status == 400)
  }

  @Test(
    "to write and to open sockets is refused to other pages as --cors says", arguments: [nil, "http://localhost:5173"])
  func writesAndSockets(allowed: String?) throws {
    let server = try TestServer {
      ($0.dataset, $0.cors) = (.minimal, allowed.map { .origin($0) } ?? .off)
    }
    let own = "http://localhost:\(server.port)"
    let host = ("Host", "localhost:\(server.port)")
    let pages = [(own, true), ("http://localhost:5173", allowed != nil), (Self.foreign, false), ("null", false)]
    for (origin, isAllowed) in pages {
      let answer = try server.send(
        "POST", "/posts", headers: [("Origin", origin), host, Self.json], body: #"{"title":"x"}"#)
      #expect(answer.status == (isAllowed ? 201 : 403), "\(origin)")
      #expect(try server.send("GET", "/posts/1", headers: [("Origin", origin), host]).status == 200)
      for path in ["/ws", "/ws/greenhouse"] {
        let client = try RawClient(port: server.port)
        try client.write(
          RawWebSocket.request(path: path, headers: [("Origin", origin)]).replacing(
            Array("Host: localhost\r\n".utf8), with: Array("Host: \(host.1)\r\n".utf8)))
        #expect(try client.readResponse().status == (isAllowed ? 101 : 403), "\(origin) \(path)")
      }
    }
    #expect(try server.send("POST", "/posts", headers: [Self.json], body: "{}").status == 201)
    let crossSite = [("Sec-Fetch-Site", "cross-site"), Self.json]
    #expect(try server.send("POST", "/posts", headers: crossSite, body: "{}").status == 403)
  }

  @Test("to write and to open sockets is granted to any page by default")
  func anyPage() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let page = ("Origin", Self.foreign)
    #expect(try server.send("POST", "/posts", headers: [page, Self.json], body: "{}").status == 201)
    #expect(try RawWebSocket(port: server.port, path: "/ws", headers: [page]).handshake.status == 101)
  }

  @Test(
    "by local names, addresses and the documents' hosts is granted",
    arguments: [
      "localhost", "LOCALHOST:3000", "app.localhost:3000", "127.0.0.1", "192.168.1.23:3000", "[::1]:3000", "[fe80::1]",
      "studio.local:3000", "Studio.Local.", "mock-api:3000", "host.docker.internal:3000", "a.test",
      "jsonplaceholder.typicode.com", "newsapi.org:443", "api.agrobridge.io",
    ])
  func knownHosts(host: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    #expect(try server.send("GET", "/_mock/health", headers: [("Host", host)]).status == 200)
  }

  @Test(
    "by names that somebody can own is refused, whatever is asked",
    arguments: [
      "evil.example", "evil.example:3000", "127.0.0.1.nip.io", "localhost.evil.example", "xlocal.com", "1.2.3.4a.b",
    ])
  func foreignHosts(host: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    for (method, path) in [
      ("GET", "/posts/1"), ("POST", "/_mock/reset"), ("OPTIONS", "/posts"), ("GET", "/_mock/health"),
      ("GET", "/nothing"),
    ] {
      let answer = try server.send(method, path, headers: [("Host", host)])
      #expect(answer.status == 403, "\(method) \(path)")
      #expect(answer.text.contains("--allow-host"))
    }
  }

  @Test("by names that were allowed is granted")
  func allowedHosts() throws {
    let names = ["mock.example.com", "*.ngrok.app"]
    let server = try TestServer { ($0.dataset, $0.allowedHosts) = (.minimal, names) }
    for (host, status) in [
      ("mock.example.com", 200), ("Mock.Example.com:443", 200), ("a.b.ngrok.app", 200), ("ngrok.app", 403),
      ("example.com", 403), ("evilngrok.app", 403),
    ] {
      #expect(try server.send("GET", "/posts/1", headers: [("Host", host)]).status == status, "\(host)")
    }
    let open = try TestServer { ($0.dataset, $0.allowedHosts) = (.minimal, ["any"]) }
    #expect(try open.send("GET", "/posts/1", headers: [("Host", "evil.example")]).status == 200)
  }

  @Test("to the control plane is the same below an API's alias: token, journal, faults and errors")
  func alias() throws {
    let server = try TestServer { ($0.dataset, $0.adminToken) = (.minimal, "s3cret") }
    let token = ("X-Mock-Admin-Token", "s3cret")
    #expect(try server.send("POST", "/agrobridge/_mock/reset").status == 401)
    #expect(try server.send("POST", "/agrobridge/_mock/reset", headers: [token]).status == 204)
    let fault = try server.send(
      "POST", "/_mock/faults", headers: [token, Self.json],
      body: #"{"match":{"path":"/**"},"fault":{"type":"status","status":503}}"#)
    guard fault.status == 201 else { throw UnexpectedResponse(answer: fault) }
    #expect(try server.send("GET", "/posts/1").status == 503)
    #expect(try server.send("GET", "/agrobridge/_mock/clock", headers: [token]).status == 200)
    #expect(try server.send("GET", "/agrobridge/__admin/requests", headers: [token]).status == 200)
    let unknown = try server.send("GET", "/agrobridge/_mock/nothing")
    #expect(unknown.status == 404)
    #expect(unknown.error["code"] as? String == "UNKNOWN_ROUTE")
    let journal = try server.send("GET", "/_mock/requests", headers: [token])
    #expect(journal.text.contains("/posts/1"))
    #expect(!journal.text.contains("agrobridge/_"))
  }
}
