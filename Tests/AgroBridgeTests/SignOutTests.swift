import Foundation
import ServerTestSupport
import Testing

/// Signing in and out with tokens that are stale, foreign or missing (CONTRACT G4, Q-A1 to Q-A3).
@Suite("Signing in and out")
struct SignOutTests {
  /// A token that a client may still have stored.
  enum Stored: String, CaseIterable {
    case none
    case garbage
    case valid
    case expired
    case signedOut
    case ofAnotherAPI
  }

  @Test(
    "with a wrong password is 401, and the client's automatic sign-out ends there", arguments: Stored.allCases
  )
  func wrongPassword(stored: Stored) async throws {
    let server = try TestServer()
    let client = AgroBridgeClient(server)
    client.token = try Self.token(stored, of: server)
    await #expect(throws: AgroBridgeClient.Failure.unauthorized) {
      try await client.signIn(password: "Password123")
    }
    #expect(client.calls == ["POST /auth/login 401", "POST /auth/logout 204"])
    #expect(!client.isLogoutEndless)
    #expect(client.lastError?.error.code == "AUTH_FAILED")
  }

  @Test(
    "with a stale token on another call is 401 once",
    arguments: [Stored.garbage, .expired, .signedOut, .ofAnotherAPI])
  func staleTokenOnRead(stored: Stored) async throws {
    let server = try TestServer()
    let client = AgroBridgeClient(server)
    client.token = try Self.token(stored, of: server)
    await #expect(throws: AgroBridgeClient.Failure.unauthorized) {
      let _: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    }
    #expect(client.calls == ["GET /lotes 401", "POST /auth/logout 204"])
    #expect(!client.isLogoutEndless)
    #expect(client.token == nil)
  }

  @Test("works whatever token is stored", arguments: Stored.allCases)
  func signInWithStaleToken(stored: Stored) async throws {
    let server = try TestServer()
    let client = AgroBridgeClient(server)
    client.token = try Self.token(stored, of: server)
    try await client.signIn()
    let list: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    #expect(list.total == 164)
    #expect(client.calls == ["POST /auth/login 200", "GET /lotes 200"])
  }

  @Test("out is 204 and empty with any token or none, twice over", arguments: Stored.allCases)
  func signOut(stored: Stored) throws {
    let server = try TestServer()
    let token = try Self.token(stored, of: server)
    for body in [nil, "not JSON"] {
      let response = try server.send("POST", "/v1/auth/logout", token: token, body: body)
      #expect(response.status == 204)
      #expect(response.body.isEmpty)
    }
  }

  @Test("out ends the access token and the refresh token of that session, and of no other")
  func signOutEndsSession() throws {
    let server = try TestServer()
    let (ended, other) = (try server.login(), try server.login())
    let token = try #require(ended["token"] as? String)
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
    #expect(try server.send("POST", "/v1/auth/logout", token: token).status == 204)

    let response = try server.send("GET", "/v1/lotes", token: token)
    #expect(response.status == 401)
    #expect(response.errorCode == "AUTH_FAILED")
    #expect(try server.refresh(try #require(ended["refreshToken"] as? String)).status == 401)
    #expect(try server.send("GET", "/v1/lotes", token: other["token"] as? String).status == 200)
    #expect(try server.refresh(try #require(other["refreshToken"] as? String)).status == 200)
  }

  @Test("out with an expired token still ends the session's refresh token")
  func signOutAfterExpiry() throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let login = try server.login()
    server.advance(seconds: 3600)
    #expect(try server.send("POST", "/v1/auth/logout", token: login["token"] as? String).status == 204)
    #expect(try server.refresh(try #require(login["refreshToken"] as? String)).status == 401)
  }

  @Test("out with another API's token leaves that API's session alone")
  func signOutWithForeignToken() throws {
    let server = try TestServer()
    let token = server.foreignToken(session: "theirs")
    #expect(try server.send("POST", "/v1/auth/logout", token: token).status == 204)
    let principal = try server.server.world.accessTokens.verify(token, api: "another-api")
    #expect(principal.session == "theirs")
  }

  @Test(
    "in names the account without regard to case", arguments: ["USUARIO@example.com", "usuario@EXAMPLE.com"])
  func emailCase(email: String) throws {
    let user = try #require(try TestServer().login(email)["user"] as? [String: Any])
    #expect(user["id"] as? String == "user_123")
    #expect(user["email"] as? String == "usuario@example.com")
  }

  @Test("in tells an unknown account and a wrong password apart in nothing")
  func noOracle() throws {
    let server = try TestServer()
    let bodies = [
      #"{"email":"usuario@example.com","password":"wrong"}"#,
      #"{"email":"nadie@example.com","password":"wrong"}"#,
    ]
    let responses = try bodies.map { try server.send("POST", "/v1/auth/login", body: $0) }
    #expect(responses.map(\.status) == [401, 401])
    #expect(responses[0].text == responses[1].text)
  }

  /// Makes the token; an expired one by letting time pass, so that it comes from the server itself.
  private static func token(_ stored: Stored, of server: TestServer) throws -> String? {
    switch stored {
    case .none: return nil
    case .garbage: return "not-a-token"
    case .valid: return try server.signIn()
    case .ofAnotherAPI: return server.foreignToken()
    case .expired:
      let token = try server.signIn()
      server.advance(seconds: 3600)
      return token
    case .signedOut:
      let token = try server.signIn()
      _ = try server.send("POST", "/v1/auth/logout", token: token)
      return token
    }
  }
}
