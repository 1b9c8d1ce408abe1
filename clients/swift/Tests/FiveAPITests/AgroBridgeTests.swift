import Foundation
import MockAPITesting
import SampleApp
import Testing

@Suite(.mockAPI())
struct AgroBridgeTests {
  let app: APIClient

  init() throws {
    app = APIClient(try MockWorld.current.url(.agrobridge))
  }

  private func signIn() async throws -> APIClient {
    let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
    return app.signedIn(session.token)
  }

  @Test("1: a sign-in gives a token and the account")
  func signInSucceeds() async throws {
    let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
    #expect(!session.token.isEmpty)
    #expect(session.user.nombre == "Juan Pérez")
    try await MockWorld.current.requests.verify(JournalMatch("POST", "/**/v1/auth/login", status: 200), exactly: 1)
  }

  @Test("2: a wrong password is refused in the error's shape")
  func wrongPassword() async throws {
    let wrong = Credentials(email: AgroBridge.demo.email, password: "password124")
    let failure = try await #require(throws: APIClient.Failure.self) {
      try await app.post("auth/login", wrong, as: AgroBridge.Session.self)
    }
    #expect(failure.status == 401)
    #expect(try failure.decoded(as: AgroBridge.Problem.self).error.code == "AUTH_FAILED")
  }

  @Test("3: a lote that was created is read back and listed")
  func createdLote() async throws {
    let app = try await signIn()
    let record = AgroBridge.NewLote(nombre: "Lote Sur", ubicacion: "Zona Sur", tipoCultivo: "Café", areaHectareas: 4.5)
    let created: AgroBridge.Lote = try await app.post("lotes", record)
    #expect(created.nombre == "Lote Sur")
    #expect(try await app.get("lotes/\(created.id)") == created)
    let page: AgroBridge.LotePage = try await app.get("lotes", ["limit": "100", "page": "2"])
    #expect(page.lotes.contains(created))
  }

  @Test("4: a token is good until its life is over", .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func tokenExpires() async throws {
    let world = try MockWorld.current
    let session: AgroBridge.Session = try await app.post("auth/login", AgroBridge.demo)
    let life = try #require(try await world.tokens.inspect(session.token).expiresIn)
    let app = app.signedIn(session.token)
    try await world.clock.advance(by: "\(life - 1)s")
    _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
    try await world.clock.advance(by: "2s")
    let failure = try await #require(throws: APIClient.Failure.self) {
      try await app.get("lotes", as: AgroBridge.LotePage.self)
    }
    #expect(failure.status == 401)
  }

  @Test("5: an exhausted rate limit ends when Retry-After says", .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func rateLimit() async throws {
    let world = try MockWorld.current
    let app = try await signIn()
    try await world.rateLimits.exhaust(.agrobridge, account: "user_123")
    let failure = try await #require(throws: APIClient.Failure.self) {
      try await app.get("lotes", as: AgroBridge.LotePage.self)
    }
    #expect(failure.status == 429)
    let seconds = try #require(failure.headers["retry-after"].flatMap(TimeInterval.init))
    try await world.clock.advance(by: "\(seconds)s")
    _ = try await app.get("lotes", as: AgroBridge.LotePage.self)
  }

  @Test(
    "6: a retry after one 503 succeeds",
    .mockAPI(faults: [FaultOptions(.status(503), match: FaultMatch("GET", "/v1/lotes"), times: 1)]))
  func retry() async throws {
    let world = try MockWorld.current
    let app = try await signIn()
    let failure = try await #require(throws: APIClient.Failure.self) {
      try await app.get("lotes", as: AgroBridge.LotePage.self)
    }
    #expect(failure.status == 503)
    let page: AgroBridge.LotePage = try await app.get("lotes")
    #expect(page.total == 164)
    let calls = try await world.requests.list(JournalMatch("GET", operationId: "listLotes"))
    #expect(calls.map(\.status) == [503, 200])
    #expect(calls[0].faults?.map(\.type) == ["status"])
  }
}
