import HTTPCore
import Store
import Testing
import World

@Suite("Tokens of a world")
struct TokenTests {
  private func world(seed: UInt64 = 1) throws -> World {
    var configuration = World.Configuration()
    configuration.randomSeed = seed
    let clock = WorldClock(start: Timestamp(seconds: 1_700_000_000), monotonic: { 0 })
    return try World(
      id: "test", store: try Store(.ephemeral, schema: World.schema), clock: clock, configuration: configuration)
  }

  private func advance(_ world: World, seconds: Int64) {
    world.clock.advance(nanoseconds: seconds * 1_000_000_000)
  }

  private func kind(_ body: () throws -> Void) -> Problem.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Problem)?.kind
    }
  }

  @Test("carry their claims")
  func claims() throws {
    let world = try world()
    let token = world.accessTokens.issue(
      api: "a", account: "user", session: "s", lifetime: 60, claims: ["rol": "admin"])
    let principal = try world.accessTokens.verify(token, api: "a")
    #expect(principal.account == "user")
    #expect(principal.claims["rol"]?.string == "admin")
    #expect(principal.claims["iat"]?.number?.integer == 1_700_000_000)
    #expect(principal.expiresAt == 1_700_000_060)
  }

  @Test("end when their time is over, to the second")
  func expiry() throws {
    let world = try world()
    let token = world.accessTokens.issue(api: "a", account: "u", session: "s", lifetime: 60)
    advance(world, seconds: 59)
    #expect(kind { _ = try world.accessTokens.verify(token, api: "a") } == nil)
    advance(world, seconds: 1)
    #expect(kind { _ = try world.accessTokens.verify(token, api: "a") } == .tokenExpired)
    #expect(world.accessTokens.owner(of: token)?.account == "u")
  }

  @Test("are refused by another API and in another world")
  func foreign() throws {
    let world = try world()
    let token = world.accessTokens.issue(api: "a", account: "u", session: "s", lifetime: 60)
    #expect(kind { _ = try world.accessTokens.verify(token, api: "b") } == .unauthenticated)
    let other = try self.world(seed: 2)
    #expect(kind { _ = try other.accessTokens.verify(token, api: "a") } == .unauthenticated)
  }

  @Test("are the same for the same seed and clock, and differ within a world")
  func determinism() throws {
    let (first, second) = (try world(), try world())
    let issue = { (world: World) in
      world.accessTokens.issue(api: "a", account: "u", session: world.sessions.begin(), lifetime: 60)
    }
    let token = issue(first)
    #expect(token == issue(second))
    #expect(token != issue(first))
  }

  @Test("end with their session, refresh tokens too")
  func signOut() throws {
    let world = try world()
    let session = world.sessions.begin()
    let access = world.accessTokens.issue(api: "a", account: "u", session: session, lifetime: 60)
    let refresh = try world.refreshTokens.issue(api: "a", account: "u", session: session, lifetime: 60)
    try world.sessions.end(session, until: 1_700_000_060)
    #expect(kind { _ = try world.accessTokens.verify(access, api: "a") } == .unauthenticated)
    #expect(kind { _ = try exchange(world, refresh, .immediate) } == .unauthenticated)
  }

  @Test("rotate at once: a used refresh token ends the session")
  func immediateRotation() throws {
    let world = try world()
    let first = try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    let second = try exchange(world, first, .immediate).refreshToken
    #expect(kind { _ = try exchange(world, first, .immediate) } == .unauthenticated)
    #expect(world.sessions.isEnded("s"))
    #expect(kind { _ = try exchange(world, second, .immediate) } == .unauthenticated)
  }

  @Test("rotate when the successor is used: both kinds of client keep working")
  func lazyRotation() throws {
    let world = try world()
    let first = try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    for _ in 0..<5 { _ = try exchange(world, first, .whenSuccessorIsUsed) }
    let second = try exchange(world, first, .whenSuccessorIsUsed).refreshToken
    _ = try exchange(world, second, .whenSuccessorIsUsed)
    #expect(kind { _ = try exchange(world, first, .whenSuccessorIsUsed) } == .unauthenticated)
    #expect(world.sessions.isEnded("s"))
  }

  @Test("that were given out for one token are good each on its own")
  func siblings() throws {
    let world = try world()
    let first = try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    var (left, right) = (first, first)
    // In turns: each use of the one side comes after a use of the other.
    for _ in 1...3 {
      (left, right) = (
        try exchange(world, left, .whenSuccessorIsUsed).refreshToken,
        try exchange(world, right, .whenSuccessorIsUsed).refreshToken
      )
    }
    #expect(!world.sessions.isEnded("s"))
    #expect(kind { _ = try exchange(world, first, .whenSuccessorIsUsed) } == .unauthenticated)
    #expect(world.sessions.isEnded("s"))
  }

  @Test("leave those of another sign-in in the same session alone")
  func otherSignIn() throws {
    let world = try world()
    let tokens = try (1...2).map { _ in
      try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    }
    let next = try exchange(world, tokens[1], .whenSuccessorIsUsed).refreshToken
    _ = try exchange(world, next, .whenSuccessorIsUsed)
    #expect(kind { _ = try exchange(world, tokens[0], .whenSuccessorIsUsed) } == nil)
  }

  @Test("are refused when expired, unknown or of another API")
  func badRefreshTokens() throws {
    let world = try world()
    let token = try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    #expect(kind { _ = try exchange(world, "nonsense", .immediate) } == .unauthenticated)
    #expect(kind { _ = try exchange(world, token, .immediate, api: "b") } == .unauthenticated)
    advance(world, seconds: 600)
    #expect(kind { _ = try exchange(world, token, .immediate) } == .tokenExpired)
  }

  @Test("are stored as hashes only")
  func hashed() throws {
    let world = try world()
    let token = try world.refreshTokens.issue(api: "a", account: "u", session: "s", lifetime: 600)
    let rows = try world.store.read { try $0.rows("SELECT * FROM refresh_token") }
    #expect(rows.count == 1)
    #expect(!rows[0].contains { $0.text == token || $0.blob == Array(token.utf8) })
  }

  private func exchange(
    _ world: World, _ token: String, _ rotation: RefreshTokens.Rotation, api: String = "a"
  ) throws -> RefreshTokens.Grant {
    try world.refreshTokens.exchange(
      token, api: api, rotation: rotation, lifetime: 600, accessLifetime: 60)
  }
}
