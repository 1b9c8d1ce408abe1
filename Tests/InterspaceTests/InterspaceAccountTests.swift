import Foundation
import ServerTestSupport
import Testing

@Suite("An account of Interspace (CONTRACT C36)")
struct InterspaceAccountTests {
  private static let ana = #"{"email":"ana@example.com","password":"secreto1"}"#

  /// Whether these sign in.
  private static func signsIn(_ server: TestServer, _ email: String, _ password: String) throws -> Bool {
    let body = #"{"email":"\#(email)","password":"\#(password)"}"#
    return try server.interspace("POST", "/auth/login", body: body).status == 200
  }

  @Test("is made by registering, which signs in")
  func register() throws {
    let server = try TestServer()
    let answer = try server.interspace("POST", "/auth/register", body: Self.ana)
    #expect(answer.status == 201)
    let login = try answer.decoded(as: InterspaceModels.LoginResponse.self)
    #expect(login.account.email == "ana@example.com")
    let created = try server.interspace(
      "POST", "/profiles", token: login.accessToken, body: InterspaceBody.profile("ana"))
    #expect(try created.decoded(as: InterspaceModels.Profile.self).isDefault)
    #expect(try Self.signsIn(server, "Ana@Example.com", "secreto1"))
    #expect(try !Self.signsIn(server, "ana@example.com", "secreto2"))
  }

  @Test(
    "is refused where it is taken or unusable",
    arguments: [
      (#"{"email":"ACCOUNT@example.com","password":"secreto1"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":"ana","password":"secreto1"}"#, "400 VALIDATION_ERROR email"),
      (#"{"email":"ana@example.com","password":"short"}"#, "400 VALIDATION_ERROR password"),
      (#"{"email":"ana@example.com"}"#, "400 VALIDATION_ERROR password"),
    ])
  func refused(body: String, line: String) throws {
    #expect(try TestServer().interspace("POST", "/auth/register", body: body).refusal == line)
  }

  @Test("gets another password, which ends its other sessions")
  func change() throws {
    let client = try InterspaceClient()
    let other = try InterspaceClient(client.server)
    func change(_ current: String) throws -> RawResponse {
      let body = #"{"currentPassword":\#(current),"newPassword":"nuevo-secreto"}"#
      return try client.send("POST", "/auth/change-password", body: body)
    }
    for wrong in [#""wrong_password""#, "null"] {
      #expect(try change(wrong).refusal == "400 VALIDATION_ERROR currentPassword")
    }
    #expect(try other.send("GET", "/users/me").status == 200)
    #expect(try change(#""secure_password""#).status == 204)
    #expect(try client.send("GET", "/users/me").status == 200)
    #expect(try other.send("GET", "/users/me").status == 401)
    #expect(try Self.signsIn(client.server, "account@example.com", "nuevo-secreto"))
    #expect(try !Self.signsIn(client.server, "account@example.com", "secure_password"))
  }

  @Test("of a provider gets its first password without an old one")
  func firstPassword() throws {
    let client = try InterspaceClient(try TestServer(), google: "somebody")
    let answer = try client.send("POST", "/auth/change-password", body: #"{"newPassword":"nuevo-secreto"}"#)
    #expect(answer.status == 204)
    #expect(try Self.signsIn(client.server, client.user.email, "nuevo-secreto"))
  }

  @Test("gets another password by a token, once, which ends its sessions")
  func reset() throws {
    let client = try InterspaceClient()
    let server = client.server
    func reset(_ token: String) throws -> RawResponse {
      let body = #"{"token":"\#(token)","newPassword":"nuevo-secreto"}"#
      return try server.interspace("POST", "/auth/reset-password", headers: [("X-Platform", "iOS")], body: body)
    }
    let sent = try server.interspace("POST", "/auth/forgot-password", body: #"{"email":"account@example.com"}"#)
    #expect(sent.status == 200)
    let token = try #require(sent.header("X-Mock-Reset-Token"))
    let rows = try server.send("GET", "/_mock/data/password_reset").json["rows"] as? [[String: Any]]
    #expect(rows?.map { $0["token"] as? String } == [token])
    #expect(try client.send("GET", "/users/me").status == 200)
    #expect(try reset(token).status == 200)
    #expect(try client.send("GET", "/users/me").status == 401)
    #expect(try reset(token).refusal == "400 VALIDATION_ERROR token")
    #expect(try Self.signsIn(server, "account@example.com", "nuevo-secreto"))
    #expect(try !Self.signsIn(server, "account@example.com", "secure_password"))
  }

  @Test("is gone with what is its own when it is deleted; its sockets hear of it and are closed")
  func delete() throws {
    let server = try TestServer()
    let stranger = try InterspaceClient(server, google: "stranger")
    let theirs = try stranger.createProfile("stranger")
    let client = try InterspaceClient(server)
    let socket = try ChannelSocket(
      server, token: client.login.accessToken, channels: ["profile_updates", "wallet_updates"])
    #expect(try client.send("DELETE", "/users/me").status == 204)
    let types = try (0..<6).map { _ in try socket.receive().type }
    #expect(types == Array(repeating: "profile_deleted", count: 3) + ["wallet_deleted", "wallet_deleted", "error"])
    #expect(try socket.receiveUntilClosed().code == 4401)
    #expect(try client.send("GET", "/users/me").refusal == "401 UNAUTHORIZED")
    let refresh = #"{"refreshToken":"\#(client.login.refreshToken)"}"#
    #expect(try server.interspace("POST", "/auth/refresh", body: refresh).status == 401)
    #expect(try !Self.signsIn(server, "account@example.com", "secure_password"))
    for table in ["wallet", "social", "app", "passkey"] {
      let rows = try server.send("GET", "/_mock/data/interspace_\(table)").json["rows"] as? [Any]
      #expect(rows?.isEmpty == true, "\(table)")
    }
    #expect(try stranger.profiles == [theirs])
    // Name and address are free again.
    let again = try server.interspace("POST", "/auth/register", body: InterspaceBody.login)
    let token = try again.decoded(as: InterspaceModels.LoginResponse.self).accessToken
    #expect(
      try server.interspace("POST", "/profiles", token: token, body: InterspaceBody.profile("johndoe")).status == 201)
  }
}

@Suite("Settings that the document does not name")
struct FurtherSettingsTests {
  private static func settings(_ answer: RawResponse) throws -> NSDictionary {
    let settings = try JSONSerialization.jsonObject(with: answer.data) as? [String: Any]
    return try #require(settings?["settings"] as? NSDictionary)
  }

  @Test("are kept beside the others until they are removed", arguments: ["/users/me", "/profiles/profile_1"])
  func kept(path: String) throws {
    let client = try InterspaceClient()
    let before = try Self.settings(client.send("GET", path))
    let further = #"{"settings":{"language":"es","beta":[1,{"a":null}],"zoom":1.50,"theme":"dark"}}"#
    let changed = try client.send("PATCH", path, body: further)
    #expect(changed.text.contains(#""settings":{"beta":[1,{"a":null}],"language":"es","notifications":true,"#))
    #expect(changed.text.contains(#""theme":"dark","zoom":1.50}"#))
    let less = try client.send("PATCH", path, body: #"{"settings":{"beta":null,"notifications":false}}"#)
    let left = try Self.settings(less)
    #expect(left["beta"] == nil && left["language"] as? String == "es")
    #expect(left["notifications"] as? Bool == false && left["theme"] as? String == "dark")
    #expect(try Self.settings(client.send("GET", path)) == left)
    _ = try client.send("PATCH", path, body: #"{"settings":{"language":null,"zoom":null,"notifications":true}}"#)
    let after = try Self.settings(client.send("GET", path))
    #expect(Set(after.allKeys as? [String] ?? []) == Set(before.allKeys as? [String] ?? ["none"]))
    #expect(after["theme"] as? String == "dark")
  }

  @Test("come with a new profile, and have a limit")
  func newProfile() throws {
    let client = try InterspaceClient()
    let body = #"{"username":"p","displayName":"P","settings":{"language":"es"}}"#
    let created = try client.send("POST", "/profiles", body: body)
    #expect(created.status == 201)
    #expect(try Self.settings(created)["language"] as? String == "es")
    #expect(try Self.settings(created)["theme"] as? String == "system")
    let large = #"{"settings":{"x":"\#(String(repeating: "x", count: 65_536))"}}"#
    #expect(try client.send("PATCH", "/users/me", body: large).refusal == "400 VALIDATION_ERROR settings")
  }
}

@Suite("Apps that clients connect")
struct ConnectedAppTests {
  private static let body = #"{"name":"Chain Reader","permissions":["read_profile"]}"#

  @Test("are there from then on, with an icon that is drawn")
  func connect() throws {
    let client = try InterspaceClient()
    let answer = try client.send("POST", "/profiles/profile_1/apps", body: Self.body)
    #expect(answer.status == 201)
    let location = try #require(answer.header("Location"))
    #expect(location == "/api/v1/profiles/profile_1/apps/app_4")
    let app = try answer.decoded(as: InterspaceModels.ConnectedApp.self)
    #expect(app.permissions == ["read_profile"])
    let path = try #require(URL(string: app.icon)?.path)
    #expect(try client.server.send("GET", path).status == 200)
    #expect(try client.get("/profiles/profile_1/apps/app_4", as: InterspaceModels.ConnectedApp.self) == app)
    let listed = try client.get("/profiles/profile_1/apps", as: InterspaceModels.AppList.self).apps
    #expect(listed.last == app)
    #expect(try client.send("GET", "/profiles/profile_2/apps/app_4").status == 404)
  }

  @Test("get other permissions, by a change or by connecting again")
  func permissions() throws {
    let client = try InterspaceClient()
    let path = "/profiles/profile_1/apps"
    #expect(try client.send("POST", path, body: Self.body).status == 201)
    let both = #"{"name":"Chain Reader","permissions":["read_profile","read_wallet"]}"#
    let again = try client.send("POST", path, body: both)
    #expect(again.status == 200)
    #expect(try again.decoded(as: InterspaceModels.ConnectedApp.self).id == "app_4")
    let less = try client.send("PATCH", path + "/app_4", body: #"{"permissions":[]}"#)
    #expect(try less.decoded(as: InterspaceModels.ConnectedApp.self).permissions.isEmpty)
    let named = try client.send("PATCH", path + "/app_4", body: #"{"name":"Reader"}"#)
    #expect(try named.decoded(as: InterspaceModels.ConnectedApp.self).name == "Reader")
    #expect(
      try client.send("PATCH", path + "/app_1", body: #"{"name":"Reader"}"#).refusal == "400 VALIDATION_ERROR name")
  }

  @Test(
    "are refused where something is unusable",
    arguments: [
      ("{}", "400 VALIDATION_ERROR name"), (#"{"name":"A"}"#, "400 VALIDATION_ERROR permissions"),
      (#"{"name":"A","permissions":"read"}"#, "400 VALIDATION_ERROR permissions"),
      (#"{"name":"A","permissions":[1]}"#, "400 VALIDATION_ERROR permissions"),
      (#"{"name":"A","permissions":[" "]}"#, "400 VALIDATION_ERROR permissions"),
    ])
  func refused(body: String, line: String) throws {
    #expect(try InterspaceClient().send("POST", "/profiles/profile_1/apps", body: body).refusal == line)
  }
}
