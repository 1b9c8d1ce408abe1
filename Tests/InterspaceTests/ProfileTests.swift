import Foundation
import ServerTestSupport
import Testing

@Suite("Profiles")
struct ProfileTests {
  @Test("are created as the document's example asks, and can be read back")
  func create() throws {
    let client = try InterspaceClient()
    let body = """
      {"username":"newprofile","displayName":"New Profile","bio":"Profile description",
      "avatar":"avatar_data_or_url","unknown":[1]}
      """
    let response = try client.send("POST", "/profiles", body: body)
    #expect(response.header("Location") == "/api/v1/profiles/profile_4")
    let profile: InterspaceModels.Profile = try response.decoded()
    #expect(profile.username == "newprofile")
    #expect(profile.displayName == "New Profile")
    #expect(profile.bio == "Profile description")
    #expect(profile.avatar == "avatar_data_or_url")
    #expect(!profile.isDefault)
    #expect(profile.settings == InterspaceModels.Settings(notifications: true, theme: "system", privacy: "public"))
    #expect(try client.get("/profiles/profile_4") == profile)
    #expect(try client.profiles.last == profile)
    #expect(try client.user.profiles.last == profile)
  }

  @Test(
    "keep what a change does not mention",
    arguments: [
      ("{}", [:]), (#"{"displayName":"New"}"#, ["displayName": "New"]), (#"{"username":"new"}"#, ["username": "new"]),
      (#"{"bio":null}"#, ["bio": "-"]), (#"{"avatar":null}"#, ["avatar": "-"]), (#"{"bio":""}"#, ["bio": ""]),
      (#"{"avatar":"data:,x"}"#, ["avatar": "data:,x"]), (#"{"username":null,"displayName":null}"#, [:]),
      (#"{"settings":{}}"#, [:]), (#"{"settings":null}"#, [:]),
      (#"{"settings":{"privacy":"public"}}"#, ["privacy": "public"]),
      (#"{"settings":{"theme":"light","privacy":null}}"#, ["theme": "light"]),
      (#"{"settings":{"notifications":true}}"#, ["notifications": "true"]), (#"{"isDefault":false}"#, [:]),
      (#"{"id":"x","socialAccounts":[],"unknown":1}"#, [:]),
    ] as [(String, [String: String])])
  func merge(body: String, changes: [String: String]) throws {
    let client = try InterspaceClient()
    let full = """
      {"username":"old","displayName":"Old","bio":"Old bio","avatar":"old.png",
      "settings":{"notifications":false,"theme":"dark","privacy":"private"}}
      """
    let old: InterspaceModels.Profile = try client.get("/profiles", method: "POST", body: full)
    let expected = Self.facts(of: old).merging(changes) { $1 }
    let changed: InterspaceModels.Profile = try client.get("/profiles/\(old.id)", method: "PATCH", body: body)
    #expect(Self.facts(of: changed) == expected)
    #expect(try client.get("/profiles/\(old.id)") == changed)
  }

  @Test("refuse a name that somebody has, in whatever case", arguments: ["johndoe", "JohnDoe", "night_collector"])
  func duplicate(username: String) throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let before = try client.snapshot()
    for asking in [client, stranger] {
      let response = try asking.send("POST", "/profiles", body: InterspaceBody.profile(username))
      #expect(try response.refusal == "400 VALIDATION_ERROR username")
    }
    let change = try client.send("PATCH", "/profiles/profile_2", body: #"{"username":"\#(username)"}"#)
    #expect(try change.refusal == "400 VALIDATION_ERROR username")
    #expect(try client.snapshot() == before)
  }

  @Test("may change the case of their own name")
  func ownName() throws {
    let client = try InterspaceClient()
    let profile: InterspaceModels.Profile = try client.get(
      "/profiles/profile_1", method: "PATCH", body: #"{"username":"JohnDoe"}"#)
    #expect(profile.username == "JohnDoe")
  }

  @Test("do not let the last one go, and say so")
  func last() throws {
    let client = try InterspaceClient { $0.dataset = .minimal }
    let response = try client.send("DELETE", "/profiles/profile_1")
    #expect(response.status == 400)
    #expect(try response.interspaceError.code == "VALIDATION_ERROR")
    #expect(try response.interspaceError.message.contains("last profile"))
    #expect(try client.profiles.map(\.id) == ["profile_1"])
  }

  @Test("take their social accounts and apps with them")
  func cascade() throws {
    let client = try InterspaceClient()
    #expect(try client.send("DELETE", "/profiles/profile_1").status == 204)
    for path in ["/profiles/profile_1", "/profiles/profile_1/social-accounts", "/profiles/profile_1/apps"] {
      #expect(try client.send("GET", path).status == 404, "\(path)")
    }
    #expect(try client.profiles.map(\.id) == ["profile_2", "profile_3"])
    #expect(try client.profiles.map(\.isDefault) == [true, false])
    #expect(!(try client.send("GET", "/users/me").text.contains("social_1")))
    // The name is free again; the id is not.
    #expect(try client.createProfile("johndoe").id == "profile_4")
  }

  @Test("do not exist for another account")
  func foreign() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let before = try client.snapshot()
    let calls: [(String, String, String?)] = [
      ("GET", "", nil), ("PATCH", "", #"{"displayName":"Mine"}"#), ("DELETE", "", nil),
      ("GET", "/social-accounts", nil),
      ("POST", "/social-accounts", InterspaceBody.social), ("DELETE", "/social-accounts/social_1", nil),
      ("GET", "/apps", nil), ("DELETE", "/apps/app_1", nil),
    ]
    for (method, path, body) in calls {
      let response = try stranger.send(method, "/profiles/profile_1\(path)", body: body)
      #expect(response.status == 404, "\(method) \(path)")
    }
    #expect(try stranger.send("DELETE", "/wallets/wallet_1").status == 404)
    #expect(try client.snapshot() == before)
    #expect(try stranger.profiles.isEmpty)
    #expect(try stranger.createProfile("stranger").isDefault)
    #expect(try client.snapshot() == before)
  }

  private static func facts(of profile: InterspaceModels.Profile) -> [String: String] {
    [
      "username": profile.username, "displayName": profile.displayName, "bio": profile.bio ?? "-",
      "avatar": profile.avatar ?? "-", "isDefault": "\(profile.isDefault)", "theme": profile.settings.theme,
      "notifications": "\(profile.settings.notifications)", "privacy": profile.settings.privacy,
    ]
  }
}
