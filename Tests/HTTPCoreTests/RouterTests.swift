import HTTPCore
import Testing

@Suite("The router")
struct RouterTests {
  private static let routes: [(HTTPMethod, String)] = [
    (.get, "/v1/lotes"), (.post, "/v1/lotes"), (.get, "/v1/lotes/{id}"), (.delete, "/v1/lotes/{id}"),
    (.get, "/v1/lotes/stats"), (.get, "/v1/{kind}/stats/{day}"), (.get, "/"),
  ]

  private func router(_ routes: [(HTTPMethod, String)] = routes) throws -> Router {
    var router = Router()
    for (method, path) in routes { try router.add(method, PathPattern(path)) }
    return router
  }

  /// The pattern that a request is routed to, nil for none.
  private func pattern(_ router: Router, _ method: HTTPMethod, _ segments: [String]) -> String? {
    guard case .route(let index, _) = router.match(method, segments) else { return nil }
    return router.routes[index].pattern.description
  }

  @Test(
    "finds routes",
    arguments: [
      ("GET", "/v1/lotes", "/v1/lotes"), ("HEAD", "/v1/lotes", "/v1/lotes"), ("POST", "/v1/lotes", "/v1/lotes"),
      ("GET", "/v1/lotes/lote_1", "/v1/lotes/{id}"), ("GET", "/v1/lotes/stats", "/v1/lotes/stats"),
      ("GET", "/v1/lotes/stats/today", "/v1/{kind}/stats/{day}"), ("GET", "/", "/"),
      ("DELETE", "/v1/lotes/statsx", "/v1/lotes/{id}"),
    ])
  func found(method: String, path: String, expected: String) throws {
    let segments = path.split(separator: "/").map(String.init)
    #expect(pattern(try router(), HTTPMethod(rawValue: method), segments) == expected)
  }

  @Test("takes a path that is a route as it stands for no other route's, under any method (OpenAPI 3.1 §4.8.8.2)")
  func concretePath() throws {
    for method in [HTTPMethod.delete, .options] {
      guard case .methodNotAllowed(let allowed) = try router().match(method, ["v1", "lotes", "stats"]) else {
        Issue.record("\(method) leads somewhere")
        continue
      }
      #expect(allowed == [.get, .head, .options])
    }
  }

  @Test("gives parameters by name")
  func parameters() throws {
    guard case .route(_, let parameters) = try router().match(.get, ["v1", "a/b", "stats", "1 2"]) else {
      Issue.record("no route")
      return
    }
    #expect(parameters["kind"] == "a/b")
    #expect(parameters["day"] == "1 2")
    #expect(parameters["other"] == "")
  }

  /// A segment of fixed text and parameters.
  @Test(
    "reads parameters inside of segments",
    arguments: [
      ("/a/{id}.json", "7.json", ["id": "7"]), ("/a/{id}.json", "7.8.json", ["id": "7.8"]),
      ("/a/{id}.json", ".json", nil),
      ("/a/{id}.json", "7.xml", nil), ("/a/v{major}.{minor}", "v1.2", ["major": "1", "minor": "2"]),
      ("/a/v{major}.{minor}", "v1.", nil), ("/a/{x}{y}", "abc", ["x": "a", "y": "bc"]), ("/a/{x}{y}", "a", nil),
      ("/a/{lat},{long}", "1.5,2", ["lat": "1.5", "long": "2"]), ("/a/x{id}", "x", nil), ("/a/{open", "{open", [:]),
    ])
  func templates(pattern: String, segment: String, expected: [String: String]?) throws {
    let match = try router([(.get, pattern)]).match(.get, ["a", segment])
    guard case .route(_, let parameters) = match else {
      #expect(expected == nil)
      return
    }
    let wanted = try #require(expected)
    #expect(wanted.allSatisfy { parameters[$0.key] == $0.value })
  }

  @Test("prefers fixed text to a template, and a template to a parameter")
  func templateOrder() throws {
    let router = try router([(.get, "/a/{any}"), (.get, "/a/{id}.json"), (.get, "/a/all.json")])
    #expect(pattern(router, .get, ["a", "all.json"]) == "/a/all.json")
    #expect(pattern(router, .get, ["a", "7.json"]) == "/a/{id}.json")
    #expect(pattern(router, .get, ["a", "7"]) == "/a/{any}")
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
    #expect(throws: Router.Clash.self) { try router([(.get, "/a/{id}"), (.get, "/a/{name}")]) }
    #expect(throws: Never.self) { try router([(.get, "/a/{id}"), (.post, "/a/{name}")]) }
  }

  @Test("a literal that leads nowhere does not hide a parameter")
  func backtracking() throws {
    let router = try router([(.get, "/a/b/c"), (.get, "/a/{x}/d")])
    #expect(pattern(router, .get, ["a", "b", "d"]) == "/a/{x}/d")
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
      ("POST", ["v1", "v1", "lotes"], "POST /v1/lotes"), ("GET", ["api", "lotes"], "GET /v1/lotes"),
      ("POST", ["rest", "v1", "auth", "login"], "POST /v1/auth/login"),
    ])
  func near(method: String, segments: [String], expected: String) {
    let nearest = RouteSuggestions.nearest(
      to: segments, method: HTTPMethod(rawValue: method), among: routes)
    #expect(nearest.first == expected)
  }

  @Test(
    "name nothing for a path that is near nothing",
    arguments: [["weather"], ["api", "lote_1"], ["v1", "weather"], ["a", "b", "c", "d", "e"], []])
  func far(segments: [String]) {
    #expect(RouteSuggestions.nearest(to: segments, method: .get, among: routes).isEmpty)
  }

  @Test("take no time for hostile paths")
  func hostile() {
    let segments = Array(repeating: String(repeating: "x", count: 5000), count: 1000)
    #expect(RouteSuggestions.nearest(to: segments, method: .get, among: routes).isEmpty)
  }
}
