import Foundation
import MockAPITesting
import SampleApp
import Testing

@Suite(.mockAPI())
struct InterspaceTests {
  let world: MockWorld
  let app: APIClient

  init() throws {
    world = try MockWorld.current
    app = APIClient(try world.url(.interspace))
  }

  private func signIn() async throws -> Interspace.Session {
    try await app.post("auth/login", Interspace.demo)
  }

  @Test("7: a sign-in leads to the profiles")
  func profiles() async throws {
    let app = app.signedIn(try await signIn().accessToken)
    let page: Interspace.ProfilePage = try await app.get("profiles")
    #expect(page.profiles.map(\.username).contains("johndoe"))
    #expect(page.profiles.filter(\.isDefault).count == 1)
  }

  @Test("8: a refresh gives another access token", .mockAPI(frozenAt: "2026-06-01T08:00:00Z"))
  func refresh() async throws {
    let session = try await signIn()
    try await world.clock.advance(by: "PT1H")
    let next: Interspace.Session = try await app.post(
      "auth/refresh", Interspace.Refresh(refreshToken: session.refreshToken))
    #expect(next.accessToken != session.accessToken)
    _ = try await app.signedIn(next.accessToken).get("profiles", as: Interspace.ProfilePage.self)
  }

  @Test("9: a created profile is listed, a deleted one is gone")
  func createAndDelete() async throws {
    let app = app.signedIn(try await signIn().accessToken)
    let created: Interspace.Profile = try await app.post(
      "profiles", Interspace.NewProfile(username: "maker", displayName: "The Maker"))
    let with: Interspace.ProfilePage = try await app.get("profiles")
    #expect(with.profiles.map(\.id).contains(created.id))
    try await app.delete("profiles/\(created.id)")
    let without: Interspace.ProfilePage = try await app.get("profiles")
    #expect(!without.profiles.map(\.id).contains(created.id))
  }

  @Test("10: a token that the test made needs no sign-in")
  func mintedToken() async throws {
    let minted = try await world.tokens.mint(.interspace, account: "account_1")
    let page: Interspace.ProfilePage = try await app.signedIn(minted.token).get("profiles")
    #expect(!page.profiles.isEmpty)
    try await world.requests.verify(JournalMatch(operationId: "login"), exactly: 0)
  }

  @Test("11: a request that leaves the document is found in the journal")
  func deviation() async throws {
    let app = app.signedIn(try await signIn().accessToken)
    _ = try? await app.send(
      "POST", "profiles", body: Data(#"{"username":"maker","displayname":"The Maker"}"#.utf8))
    let found = try await world.requests.list(JournalMatch(api: .interspace, hasDeviations: true))
    #expect(found.count == 1)
    let deviations = try #require(found.first?.deviations)
    #expect(deviations.contains { $0.message.contains("displayName") })
  }
}
