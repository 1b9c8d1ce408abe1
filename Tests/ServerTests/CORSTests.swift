import Server
import ServerTestSupport
import Testing

/// What web pages may do (Fetch standard §3.2, CONTRACT G10).
@Suite("A web page")
struct CORSTests {
  private static let page = "http://localhost:5173"

  private static func preflight(_ server: TestServer, from origin: String = page) throws -> RawResponse {
    try server.send(
      "OPTIONS", "/v1/lotes/lote_1",
      headers: [
        ("Origin", origin), ("Access-Control-Request-Method", "PUT"),
        ("Access-Control-Request-Headers", "authorization,content-type,x-custom"),
      ])
  }

  @Test("of any origin may ask by default: its preflight passes, without a token")
  func preflight() throws {
    let response = try Self.preflight(try TestServer())
    #expect(response.status == 204)
    #expect(response.header("Access-Control-Allow-Origin") == Self.page)
    #expect(response.header("Access-Control-Allow-Credentials") == "true")
    #expect(
      response.list("Access-Control-Allow-Methods").isSuperset(of: [
        "get", "head", "post", "put", "patch", "delete",
      ]))
    #expect(response.list("Access-Control-Allow-Headers") == ["authorization", "content-type", "x-custom"])
    #expect(response.header("Access-Control-Max-Age").flatMap(Int.init).map { $0 > 0 } == true)
    #expect(response.list("Allow") == ["delete", "get", "head", "options", "put"])
    #expect(response.list("Vary").contains("origin"))
  }

  @Test(
    "may read every answer and its headers, refusals too",
    arguments: [
      ("/v1/lotes", true, 200), ("/v1/lotes", false, 401), ("/v1/none", true, 404), ("/none", true, 404),
      ("/v1/auth/login", true, 405), ("/v1/lotes/%FF", true, 400),
    ])
  func read(path: String, isSignedIn: Bool, status: Int) throws {
    let server = try TestServer()
    let token = isSignedIn ? try server.signIn() : nil
    let response = try server.send("GET", path, token: token, headers: [("Origin", Self.page)])
    #expect(response.status == status)
    #expect(response.values("Access-Control-Allow-Origin") == [Self.page])
    #expect(response.header("Access-Control-Allow-Credentials") == "true")
    let needed: Set = [
      "etag", "retry-after", "location", "link", "x-total-count", "x-ratelimit-limit",
      "x-ratelimit-remaining", "x-ratelimit-reset", "deprecation", "sunset", "x-cached-result", "x-mock-hint",
      "x-mock-reset-token", "x-mock-verified",
    ]
    #expect(response.list("Access-Control-Expose-Headers").isSuperset(of: needed))
    #expect(response.list("Vary").contains("origin"))
  }

  @Test("may read the refusal of one request too many, and when to come back")
  func readRateLimit() throws {
    let server = try TestServer { $0.rateLimit = .fixed(.init(authenticated: 1, anonymous: 1)) }
    let headers = [("Origin", Self.page)]
    #expect(try server.send("GET", "/v1/lotes", headers: headers).status == 401)
    let response = try server.send("GET", "/v1/lotes", headers: headers)
    #expect(response.status == 429)
    #expect(response.header("Access-Control-Allow-Origin") == Self.page)
    #expect(response.list("Access-Control-Expose-Headers").contains("retry-after"))
  }

  @Test("of the server's own are not told what other pages may read")
  func ownPage() throws {
    let server = try TestServer()
    for (origin, isOwn) in [("http://127.0.0.1:3000", true), ("http://127.0.0.1:3001", false)] {
      let response = try server.send("GET", "/posts/1", headers: [("Host", "127.0.0.1:3000"), ("Origin", origin)])
      #expect(response.values("Access-Control-Allow-Origin") == [isOwn ? "*" : origin])
      #expect(response.values("Access-Control-Expose-Headers").isEmpty == isOwn)
      #expect(response.list("Vary").contains("origin"))
    }
  }

  @Test("that does not say where it comes from may read too, and caches learn that it matters")
  func withoutOrigin() throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/lotes", token: try server.signIn())
    #expect(response.header("Access-Control-Allow-Origin") == "*")
    #expect(response.header("Access-Control-Allow-Credentials") == nil)
    // Fetch standard, "CORS protocol and HTTP caches": the answer with an Origin is another one.
    #expect(response.list("Vary").contains("origin"))
  }

  @Test(
    "of the one origin allowed may ask, others may not",
    arguments: [
      (page, true), ("HTTP://LocalHost:5173", true), ("http://localhost:5174", false),
      ("https://localhost:5173", false), ("http://localhost:5173.example.com", false), ("null", false),
    ])
  func oneOrigin(origin: String, isAllowed: Bool) throws {
    let server = try TestServer { $0.cors = .origin(Self.page) }
    let read = try server.send("GET", "/v1/lotes", token: try server.signIn(), headers: [("Origin", origin)])
    let preflight = try Self.preflight(server, from: origin)
    #expect(read.status == 200)
    #expect(preflight.status == 204)
    for response in [read, preflight] {
      #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? origin : nil))
      #expect(response.list("Vary").contains("origin"))
    }
    #expect(try server.send("GET", "/v1/lotes").list("Vary").contains("origin"))
  }

  @Test("gets no permission where CORS is off, and everything else works")
  func off() throws {
    let server = try TestServer { $0.cors = .off }
    let read = try server.send(
      "GET", "/v1/lotes", token: try server.signIn(), headers: [("Origin", Self.page)])
    let preflight = try Self.preflight(server)
    #expect(read.status == 200)
    #expect(preflight.status == 204)
    #expect(preflight.list("Allow") == ["delete", "get", "head", "options", "put"])
    for response in [read, preflight] {
      #expect(!response.headers.contains { $0.name.lowercased().hasPrefix("access-control-") })
    }
  }
}

extension RawResponse {
  /// The values of every header of that name.
  fileprivate func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The elements of a comma-separated header, in lower case.
  fileprivate func list(_ name: String) -> Set<String> {
    Set(values(name).flatMap { $0.split(separator: ",") }.map { $0.lowercased().replacing(" ", with: "") })
  }
}
