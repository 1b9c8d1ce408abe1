import HTTPCore
import Testing

@Suite("The router")
struct RouterTests {
  private func router() throws -> Router<String> {
    var router = Router<String>()
    try router.add(.get, PathPattern("/v1/lotes"), "list")
    try router.add(.post, PathPattern("/v1/lotes"), "create")
    try router.add(.get, PathPattern("/v1/lotes/{id}"), "get")
    try router.add(.delete, PathPattern("/v1/lotes/{id}"), "delete")
    try router.add(.get, PathPattern("/v1/lotes/stats"), "stats")
    try router.add(.get, PathPattern("/v1/{kind}/stats/{day}"), "day")
    try router.add(.get, PathPattern("/"), "root")
    return router
  }

  @Test(
    "finds endpoints",
    arguments: [
      ("GET", "/v1/lotes", "list"), ("HEAD", "/v1/lotes", "list"), ("POST", "/v1/lotes", "create"),
      ("GET", "/v1/lotes/lote_1", "get"), ("GET", "/v1/lotes/stats", "stats"),
      ("GET", "/v1/lotes/stats/today", "day"), ("GET", "/", "root"), ("DELETE", "/v1/lotes/stats", "delete"),
    ])
  func found(method: String, path: String, expected: String) throws {
    let segments = path.split(separator: "/").map(String.init)
    guard case .endpoint(let name, _) = try router().match(HTTPMethod(rawValue: method), segments) else {
      Issue.record("no endpoint for \(method) \(path)")
      return
    }
    #expect(name == expected)
  }

  @Test("gives parameters by name")
  func parameters() throws {
    guard case .endpoint(_, let parameters) = try router().match(.get, ["v1", "a/b", "stats", "1 2"]) else {
      Issue.record("no endpoint")
      return
    }
    #expect(parameters["kind"] == "a/b")
    #expect(parameters["day"] == "1 2")
    #expect(parameters["other"] == "")
  }

  @Test("names the methods of a path that has others")
  func otherMethod() throws {
    guard case .methodNotAllowed(let allowed) = try router().match(.patch, ["v1", "lotes"]) else {
      Issue.record("expected 405")
      return
    }
    #expect(allowed == [.get, .head, .options, .post])
  }

  @Test("finds nothing elsewhere", arguments: [["v1"], ["v1", "lotes", "a", "b"], ["V1", "lotes"], ["v2"]])
  func missing(segments: [String]) throws {
    guard case .notFound = try router().match(.get, segments) else {
      Issue.record("expected nothing at \(segments)")
      return
    }
  }

  @Test("refuses two routes for the same requests")
  func clash() throws {
    var router = try router()
    #expect(throws: Router<String>.Clash.self) {
      try router.add(.get, PathPattern("/v1/lotes/{name}"), "again")
    }
  }

  @Test("a literal that leads nowhere does not hide a parameter")
  func backtracking() throws {
    var router = Router<String>()
    try router.add(.get, PathPattern("/a/b/c"), "literal")
    try router.add(.get, PathPattern("/a/{x}/d"), "parameter")
    guard case .endpoint(let name, _) = router.match(.get, ["a", "b", "d"]) else {
      Issue.record("no endpoint")
      return
    }
    #expect(name == "parameter")
  }
}

@Suite("Route suggestions")
struct RouteSuggestionsTests {
  private let routes: [(method: HTTPMethod, pattern: PathPattern)] = [
    (.get, PathPattern("/v1/lotes")), (.post, PathPattern("/v1/lotes")), (.get, PathPattern("/v1/lotes/{id}")),
    (.put, PathPattern("/v1/lotes/{id}")), (.get, PathPattern("/v1/productores")),
    (.post, PathPattern("/v1/auth/login")),
  ]

  @Test(
    "name the route that was probably meant",
    arguments: [
      ("GET", ["v1", "lots", "lote_1"], "GET /v1/lotes/{id}"), ("GET", ["v1", "lote"], "GET /v1/lotes"),
      ("POST", ["v1", "lote"], "POST /v1/lotes"), ("GET", ["lotes"], "GET /v1/lotes"),
      ("POST", ["v1", "auth", "logon"], "POST /v1/auth/login"), ("GET", ["v1", "Productores"], "GET /v1/productores"),
      ("POST", ["v1", "v1", "lotes"], "POST /v1/lotes"),
    ])
  func near(method: String, segments: [String], expected: String) {
    let nearest = RouteSuggestions.nearest(
      to: segments, method: HTTPMethod(rawValue: method), among: routes)
    #expect(nearest.first == expected)
  }

  @Test("name nothing for a path that is near nothing", arguments: [["weather"], ["a", "b", "c", "d", "e"], []])
  func far(segments: [String]) {
    #expect(RouteSuggestions.nearest(to: segments, method: .get, among: routes).isEmpty)
  }

  @Test("take no time for hostile paths")
  func hostile() {
    let segments = Array(repeating: String(repeating: "x", count: 5000), count: 1000)
    #expect(RouteSuggestions.nearest(to: segments, method: .get, among: routes).isEmpty)
  }
}
