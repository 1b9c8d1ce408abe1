import Foundation
import ServerTestSupport
import Testing

@Suite("The signed-in user")
struct InterspaceUserTests {
  @Test(
    "keeps what a change does not mention",
    arguments: [
      ("{}", [:]), (#"{"email":null,"settings":null}"#, [:]), (#"{"settings":{}}"#, [:]),
      (
        #"{"email":"newemail@example.com","settings":{"notifications":false,"theme":"dark"}}"#,
        ["email": "newemail@example.com", "notifications": "false", "theme": "dark"]
      ),
      (#"{"settings":{"privacy":"private"}}"#, ["privacy": "private"]),
      (#"{"settings":{"theme":null,"notifications":false}}"#, ["notifications": "false"]),
      (#"{"id":"account_9","createdAt":"2001-01-01T00:00:00Z","profiles":[]}"#, [:]),
    ] as [(String, [String: String])])
  func merge(body: String, changes: [String: String]) throws {
    let client = try InterspaceClient()
    let before = try client.user
    let changed: InterspaceModels.User = try client.get("/users/me", method: "PATCH", body: body)
    #expect(Self.facts(of: changed) == Self.facts(of: before).merging(changes) { $1 })
    #expect(changed.profiles == before.profiles)
    #expect(changed.createdAt == before.createdAt)
    #expect(try client.user == changed)
  }

  @Test("was changed when it was changed")
  func updatedAt() throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    let user: InterspaceModels.User = try client.get(
      "/users/me", method: "PATCH", body: #"{"settings":{"theme":"dark"}}"#)
    #expect(user.updatedAt == (try Date("2026-11-28T14:00:00Z", strategy: .iso8601)))
  }

  @Test("signs in with the new address, not with the old one")
  func newAddress() throws {
    let client = try InterspaceClient()
    #expect(try client.send("PATCH", "/users/me", body: #"{"email":"newemail@example.com"}"#).status == 200)
    #expect(try client.server.interspace("POST", "/auth/login", body: InterspaceBody.login).status == 401)
    let body = #"{"email":"newemail@example.com","password":"secure_password"}"#
    #expect(try client.server.interspace("POST", "/auth/login", body: body).status == 200)
  }

  @Test("cannot take the address of another account", arguments: ["account@example.com", "Account@Example.com"])
  func takenAddress(email: String) throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let response = try stranger.send("PATCH", "/users/me", body: #"{"email":"\#(email)"}"#)
    #expect(try response.refusal == "400 VALIDATION_ERROR email")
    #expect(try stranger.user.email == "account_2@example.com")
    // One's own address is no conflict.
    #expect(try client.send("PATCH", "/users/me", body: #"{"email":"\#(email)"}"#).status == 200)
  }

  private static func facts(of user: InterspaceModels.User) -> [String: String] {
    [
      "id": user.id, "email": user.email, "notifications": "\(user.settings.notifications)",
      "theme": user.settings.theme, "privacy": user.settings.privacy,
    ]
  }
}
