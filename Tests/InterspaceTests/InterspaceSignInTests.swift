import Foundation
import ServerTestSupport
import Testing

@Suite("Signing in to Interspace")
struct InterspaceSignInTests {
  @Test("answers with two tokens and the full user")
  func fullUser() throws {
    let client = try InterspaceClient()
    #expect(client.login.account.id == "account_1")
    #expect(client.login.account.email == "account@example.com")
    #expect(client.login.account.profiles.map(\.id) == ["profile_1", "profile_2", "profile_3"])
    #expect(client.login.account.profiles.first?.socialAccounts.map(\.id) == ["social_1"])
    #expect(try client.user == client.login.account)
    #expect(client.login.accessToken != client.login.refreshToken)
  }

  @Test("does not mind the case of the address")
  func caseOfAddress() throws {
    let body = #"{"email":"Account@EXAMPLE.com","password":"secure_password"}"#
    #expect(try TestServer().interspace("POST", "/auth/login", body: body).status == 200)
  }

  @Test(
    "refuses what is wrong",
    arguments: [
      (#"{"email":"account@example.com","password":"wrong"}"#, "401 UNAUTHORIZED"),
      (#"{"email":"account@example.com","password":"Secure_password"}"#, "401 UNAUTHORIZED"),
      (#"{"email":"account@example.com","password":"secure_password "}"#, "401 UNAUTHORIZED"),
      (#"{"email":"nobody@example.com","password":"secure_password"}"#, "401 UNAUTHORIZED"),
      (#"{"email":"not an address","password":"secure_password"}"#, "401 UNAUTHORIZED"),
      (#"{"password":"secure_password"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":"account@example.com"}"#, "400 VALIDATION_ERROR password"),
      (#"{"email":null,"password":"secure_password"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":"","password":"secure_password"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":1,"password":"secure_password"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":"account@example.com","password":[]}"#, "400 VALIDATION_ERROR password"),
      (#"{"email":"account@example.com","password":"x\u0000"}"#, "400 VALIDATION_ERROR password"),
      (#"{"email":"account@example.com""#, "400 VALIDATION_ERROR body"),
      ("[]", "400 VALIDATION_ERROR body"),
      ("", "400 VALIDATION_ERROR body"),
    ])
  func refused(body: String, refusal: String) throws {
    let response = try TestServer().interspace("POST", "/auth/login", body: body)
    #expect(try response.refusal == refusal)
    #expect(response.header("WWW-Authenticate") == (response.status == 401 ? "Bearer" : nil))
  }

  @Test("tells both fields when both are missing")
  func bothFields() throws {
    let login = try TestServer().interspace("POST", "/auth/login", body: #"{"email":1,"password":2}"#).interspaceError
    #expect(Set((login.details ?? [:]).keys) == ["field", "value", "email", "password"])
  }

  @Test("ignores a token that is no good (CONTRACT G4)", arguments: ["garbage", "a.b.c", "expired", "foreign"])
  func staleToken(token: String) throws {
    let server = try TestServer()
    var stale = token
    if token == "expired" {
      stale = try InterspaceClient(server).login.accessToken
      server.advance(seconds: 901)
      #expect(try server.interspace("GET", "/users/me", token: stale).status == 401)
    }
    if token == "foreign" { stale = try server.signIn() }
    let bodies = [
      ("/auth/login", InterspaceBody.login), ("/auth/google", #"{"idToken":"g"}"#),
      ("/auth/apple", #"{"identityToken":"a"}"#),
    ]
    for (path, body) in bodies {
      #expect(try server.interspace("POST", path, token: stale, body: body).status == 200, "\(path)")
    }
    let refreshToken = try InterspaceClient(server).login.refreshToken
    let body = #"{"refreshToken":"\#(refreshToken)"}"#
    #expect(try server.interspace("POST", "/auth/refresh", token: stale, body: body).status == 200)
  }

  @Test("is shut for a token that is missing, altered or of another API", arguments: [nil, "garbage", "foreign"])
  func withoutToken(token: String?) throws {
    let server = try TestServer()
    let given = token == "foreign" ? try server.signIn() : token
    for path in ["/users/me", "/profiles", "/profiles/profile_1", "/wallets", "/profiles/profile_1/apps"] {
      let response = try server.interspace("GET", path, token: given)
      #expect(try response.refusal == "401 UNAUTHORIZED", "\(path)")
      #expect(response.header("WWW-Authenticate") == "Bearer")
    }
    let own = try InterspaceClient(server).login.accessToken
    #expect(try server.send("GET", "/v1/lotes", token: own).status == 401)
  }

  @Test("lasts fifteen minutes to the second")
  func lifetime() throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    server.advance(seconds: 899)
    #expect(try client.send("GET", "/users/me").status == 200)
    server.advance(seconds: 1)
    #expect(try client.send("GET", "/users/me").refusal == "401 UNAUTHORIZED")
  }
}
