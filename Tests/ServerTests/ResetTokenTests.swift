import Foundation
import ServerTestSupport
import Testing

/// Tokens by which forgotten passwords are replaced (CONTRACT C36).
@Suite("The reset tokens of an account")
struct ResetTokenTests {
  /// An API whose accounts have passwords.
  struct AccountAPI: Sendable, CustomTestStringConvertible {
    let name: String
    let base: String
    let email: String
    let password: String
    /// The member of a sign-in that holds the e-mail address.
    var loginMember = "email"
    /// The member of its answer that holds the access token.
    var tokenMember = "token"

    var testDescription: String { name }

    static let all = [
      AccountAPI(
        name: "agrobridge", base: "/v1", email: "usuario@example.com", password: "password123"),
      AccountAPI(
        name: "interspace", base: "/api/v1", email: "account@example.com", password: "secure_password",
        tokenMember: "accessToken"),
      AccountAPI(
        name: "invernaderos", base: "/api/v1", email: "admin@example.com", password: "password123",
        loginMember: "username"),
    ]
    /// Those in which who is signed in changes and deletes an account.
    static let withOwnAccount = all.filter { $0.name != "invernaderos" }

    var account: String { name == "agrobridge" ? "/v1/usuarios/me" : "/api/v1/users/me" }
  }

  private let server: TestServer

  init() throws { server = try TestServer() }

  private func post(_ api: AccountAPI, _ path: String, token: String? = nil, _ body: String) throws -> RawResponse {
    try server.send("POST", "/\(api.name)\(api.base)/auth/\(path)", token: token, body: body)
  }

  private func signIn(_ api: AccountAPI) throws -> String {
    let body = #"{"\#(api.loginMember)":"\#(api.email)","password":"\#(api.password)"}"#
    return try #require(try post(api, "login", body).json[api.tokenMember] as? String)
  }

  private func resetToken(_ api: AccountAPI) throws -> String {
    let sent = try post(api, "forgot-password", #"{"email":"\#(api.email)"}"#)
    return try #require(sent.header("X-Mock-Reset-Token"))
  }

  private func reset(_ api: AccountAPI, _ token: String) throws -> Int {
    try post(api, "reset-password", #"{"token":"\#(token)","newPassword":"nuevo-secreto"}"#).status
  }

  @Test("end together when one of them is used", arguments: AccountAPI.all)
  func used(api: AccountAPI) throws {
    let tokens = try (1...3).map { _ in try resetToken(api) }
    #expect(try reset(api, tokens[1]) == 200)
    for token in tokens { #expect((400...422).contains(try reset(api, token))) }
    #expect(try reset(api, try resetToken(api)) == 200)
  }

  @Test("end when the password is changed", arguments: AccountAPI.withOwnAccount)
  func changed(api: AccountAPI) throws {
    let access = try signIn(api)
    let token = try resetToken(api)
    let wrong = #"{"currentPassword":"wrong-password","newPassword":"otro-secreto"}"#
    #expect((400...422).contains(try post(api, "change-password", token: access, wrong).status))
    let right = wrong.replacing("wrong-password", with: api.password)
    #expect(try post(api, "change-password", token: access, right).status == 204)
    #expect((400...422).contains(try reset(api, token)))
  }

  @Test("end when the address changes to which they were sent", arguments: AccountAPI.withOwnAccount)
  func moved(api: AccountAPI) throws {
    let access = try signIn(api)
    let token = try resetToken(api)
    func change(_ email: String) throws -> Int {
      let body = #"{"nombre":"Juan Soto","email":"\#(email)"}"#
      return try server.send(api.name == "agrobridge" ? "PUT" : "PATCH", api.account, token: access, body: body).status
    }
    #expect(try change(api.email) == 200)
    #expect(try server.send("GET", "/_mock/data/password_reset").json["total"] as? Int == 1)
    #expect(try change("nueva@example.com") == 200)
    #expect((400...422).contains(try reset(api, token)))
  }

  @Test("end with the account", arguments: AccountAPI.withOwnAccount)
  func deleted(api: AccountAPI) throws {
    let access = try signIn(api)
    let token = try resetToken(api)
    #expect(try server.send("DELETE", api.account, token: access).status == 204)
    #expect(try server.send("GET", "/_mock/data/password_reset").json["total"] as? Int == 0)
    #expect((400...422).contains(try reset(api, token)))
  }

  @Test("change no password of an account that a test removed")
  func removed() throws {
    let api = AccountAPI.all[0]
    let token = try resetToken(api)
    let body = #"{"where":{"email":"\#(api.email)"}}"#
    #expect(try server.send("DELETE", "/_mock/data/agrobridge_usuario", body: body).status == 200)
    #expect(try reset(api, token) == 422)
  }

  @Test("end the sessions of sockets that signed in with the old password")
  func sockets() throws {
    let server = try TestServer { $0.messaging.tokens = .expiring }
    let api = AccountAPI.all[2]
    let client = try STOMPClient(server)
    #expect(
      try client.ask("CONNECT\naccept-version:1.2\nlogin:\(api.email)\npasscode:\(api.password)").command == "CONNECTED"
    )
    let sent = try server.invernaderos("POST", "/auth/forgot-password", body: #"{"email":"\#(api.email)"}"#)
    let token = try #require(sent.header("X-Mock-Reset-Token"))
    let body = #"{"token":"\#(token)","newPassword":"nuevo-secreto"}"#
    #expect(try server.invernaderos("POST", "/auth/reset-password", body: body).status == 200)
    let (frames, _) = try client.receiveUntilClosed()
    #expect(frames.map(\.command) == ["ERROR"])
  }
}
