import APISupport
import HTTPCore
import Server
import Store
import Testing
import World

/// An API with one route.
private struct OneRouteAPI: APIModule {
  let name: String
  let endpoints: [Endpoint]

  let title = "One route"
  let basePath = "/one"
  var documentedHost: String { "\(name).example.com" }
  let documentedLimits: RateLimitPolicy? = nil
  let lifetimes = World.Lifetimes(access: 1, refresh: 1)
  let schema: [SchemaStep] = []
  let sampleAccounts: [SampleAccount] = []

  func seed(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {}
  func render(_ problem: Problem, _ context: RefusalContext) -> Response { .json(["name": .string(name)]) }

  init(_ name: String, matchScore: Endpoint.MatchScore?, count: Int = 1) {
    self.name = name
    endpoints = (0..<count).map { _ in
      Endpoint(.get, "/one/route", "route", .open, matchScore: matchScore) { _ in .noContent }
    }
  }
}

@Suite("A route of two APIs")
struct RouteConflictTests {
  private static let matchScore: Endpoint.MatchScore = { _, _ in 1 }

  @Test("is listed for both when both have a claim to it")
  func shared() throws {
    let modules = [
      OneRouteAPI("first", matchScore: Self.matchScore), OneRouteAPI("second", matchScore: Self.matchScore),
    ]
    let lines = try MockServer.routes(modules).lines.filter { $0.path == "/one/route" }
    #expect(lines.map(\.api) == ["first", "second"])
  }

  @Test("stops the server at start otherwise", arguments: [(false, false), (true, false), (false, true)])
  func clash(hasFirst: Bool, hasSecond: Bool) {
    let modules = [
      OneRouteAPI("first", matchScore: hasFirst ? Self.matchScore : nil),
      OneRouteAPI("second", matchScore: hasSecond ? Self.matchScore : nil),
    ]
    #expect(throws: Router.Clash.self) { try MockServer.routes(modules) }
  }

  @Test("is not one API's twice")
  func twice() {
    #expect(throws: Router.Clash.self) {
      try MockServer.routes([OneRouteAPI("first", matchScore: Self.matchScore, count: 2)])
    }
  }

  @Test("of the registry is in the list of routes once for each of its APIs")
  func registry() throws {
    let lines = try MockServer.routes().lines
    for path in ["login", "refresh", "logout", "register", "forgot-password", "reset-password"] {
      let apis = lines.filter { $0.path == "/api/v1/auth/\(path)" }.map(\.api)
      #expect(apis == ["interspace", "invernaderos"])
    }
    #expect(lines.filter { $0.path == "/api/v1/auth/change-password" }.map(\.api) == ["interspace"])
  }
}
