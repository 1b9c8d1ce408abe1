import Foundation
import ServerTestSupport
import Testing

@Suite("Google and Apple")
struct ProviderSignInTests {
  /// A token in the form of a provider's, with a signature that nobody checks.
  private static func token(_ claims: String, signature: String = "c2ln") -> String {
    let parts = [#"{"alg":"RS256"}"#, claims].map { text in
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    return (parts + [signature]).joined(separator: ".")
  }

  private static func body(_ provider: String, _ token: String) -> String {
    provider == "google" ? #"{"idToken":"\#(token)"}"# : #"{"identityToken":"\#(token)"}"#
  }

  private static func signIn(_ server: TestServer, _ provider: String, _ token: String) throws -> InterspaceModels.User
  {
    let response = try server.interspace("POST", "/auth/\(provider)", body: body(provider, token))
    return try response.decoded(as: InterspaceModels.LoginResponse.self).account
  }

  @Test("create an account at a token's first use, and find it again", arguments: ["google", "apple"])
  func sameToken(provider: String) throws {
    let server = try TestServer()
    let first = try Self.signIn(server, provider, "\(provider)_id_token")
    #expect(first.id == "account_2")
    #expect(first.profiles.isEmpty)
    #expect(try Self.signIn(server, provider, "\(provider)_id_token") == first)
    #expect(try Self.signIn(server, provider, "another").id == "account_3")
    let other = provider == "google" ? "apple" : "google"
    #expect(try Self.signIn(server, other, "\(provider)_id_token").id == "account_4")
  }

  @Test("know a person by the subject of a token, whatever else it says", arguments: ["google", "apple"])
  func sameSubject(provider: String) throws {
    let server = try TestServer()
    let first = try Self.signIn(server, provider, Self.token(#"{"sub":"1001","email":"ana@example.com","iat":1}"#))
    #expect(first.email == "ana@example.com")
    let again = Self.token(#"{"sub":"1001","iat":2}"#, signature: "b3RoZXI")
    #expect(try Self.signIn(server, provider, again) == first)
    #expect(try Self.signIn(server, provider, Self.token(#"{"sub":"1002"}"#)).id != first.id)
  }

  @Test(
    "take a token that only looks like one of a provider as it is",
    arguments: ["a.b.c", "..", "eyJ.eyJ.x", "e30.e30.x", "a.b", "a b", "😀", "e30.W10.x"])
  func oddTokens(token: String) throws {
    let server = try TestServer()
    let first = try Self.signIn(server, "google", token)
    #expect(try Self.signIn(server, "google", token) == first)
    #expect(first.email.contains("@"))
  }

  @Test(
    "take Apple's person by the new name, by the old one, or not at all (CONTRACT C24)",
    arguments: [
      (#","account":{"email":"ana@privaterelay.example.com","firstName":"Ana"}"#, "ana@privaterelay.example.com"),
      (#","user":{"email":"ana@privaterelay.example.com"}"#, "ana@privaterelay.example.com"),
      (#","account":null,"user":{"email":"ana@privaterelay.example.com"}"#, "ana@privaterelay.example.com"),
      (#","account":{"email":"new@example.com"},"user":{"email":"old@example.com"}"#, "new@example.com"),
      (#","account":{}"#, "account_2@example.com"), (#","authorizationCode":"code""#, "account_2@example.com"),
      ("", "account_2@example.com"),
    ])
  func applePerson(members: String, email: String) throws {
    let server = try TestServer()
    let body = #"{"identityToken":"apple_identity_token"\#(members)}"#
    let first = try server.interspace("POST", "/auth/apple", body: body).decoded(
      as: InterspaceModels.LoginResponse.self)
    #expect(first.account.email == email)
    // Apple tells the address once; later sign-ins come without it.
    #expect(try Self.signIn(server, "apple", "apple_identity_token") == first.account)
  }

  @Test("do not take over the account that has the address already")
  func takenAddress() throws {
    let server = try TestServer()
    let user = try Self.signIn(server, "google", Self.token(#"{"sub":"1","email":"account@example.com"}"#))
    #expect(user.id == "account_2")
    #expect(user.email == "account_2@example.com")
  }

  @Test("find another address when the one they would make up is taken")
  func takenMadeUpAddress() throws {
    let client = try InterspaceClient()
    let change = #"{"email":"account_2@example.com"}"#
    #expect(try client.send("PATCH", "/users/me", body: change).status == 200)
    let user = try Self.signIn(client.server, "google", "token")
    #expect(user.id != client.login.account.id)
    #expect(user.email.lowercased() != "account_2@example.com")
  }

  @Test("leave one account when many sign in at once")
  func manyAtOnce() throws {
    let server = try TestServer()
    let port = server.port
    let ids = try concurrently(8) { _ in
      let response = try RawClient(port: port).send(
        "POST", "/api/v1/auth/google", body: Array(#"{"idToken":"same"}"#.utf8))
      return try response.decoded(as: InterspaceModels.LoginResponse.self).account.id
    }
    #expect(ids == Array(repeating: "account_2", count: 8))
    withExtendedLifetime(server) {}
  }
}
