import Foundation
import ServerTestSupport
import Testing

@Suite("Every endpoint of Interspace")
struct InterspaceEndpointTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String?
    let status: Int

    init(_ method: String, _ path: String, _ status: Int, _ body: String? = nil) {
      (self.method, self.path, self.body, self.status) = (method, path, body, status)
    }

    var testDescription: String { "\(method) \(path)" }
  }

  static let rows = [
    Row("GET", "/users/me", 200), Row("PATCH", "/users/me", 200, "{}"), Row("GET", "/profiles", 200),
    Row("POST", "/profiles", 201, InterspaceBody.profile("newprofile")), Row("GET", "/profiles/profile_1", 200),
    Row("PATCH", "/profiles/profile_1", 200, "{}"), Row("DELETE", "/profiles/profile_2", 204),
    Row("POST", "/profiles/profile_1/social-accounts", 201, InterspaceBody.social),
    Row("GET", "/profiles/profile_1/social-accounts", 200),
    Row("DELETE", "/profiles/profile_1/social-accounts/social_1", 204),
    Row("POST", "/wallets/connect", 201, InterspaceBody.wallet("0x...")), Row("GET", "/wallets", 200),
    Row("DELETE", "/wallets/wallet_1", 204), Row("GET", "/profiles/profile_1/apps", 200),
    Row("POST", "/profiles/profile_1/apps", 201, #"{"name":"A","permissions":[]}"#),
    Row("GET", "/profiles/profile_1/apps/app_1", 200), Row("PATCH", "/profiles/profile_1/apps/app_1", 200, "{}"),
    Row("POST", "/auth/change-password", 204, #"{"currentPassword":"secure_password","newPassword":"secreto1"}"#),
    Row("DELETE", "/users/me", 204),
    Row("DELETE", "/profiles/profile_1/apps/app_1", 204), Row("POST", "/batch", 200, #"{"requests":[]}"#),
  ]

  @Test("succeeds with its status, and is shut without a token", arguments: rows)
  func status(row: Row) throws {
    let client = try InterspaceClient()
    let before = try client.snapshot()
    for token in [nil, "garbage"] {
      let response = try client.server.interspace(row.method, row.path, token: token, body: row.body)
      #expect(try response.refusal == "401 UNAUTHORIZED")
    }
    #expect(try client.snapshot() == before)
    let response = try client.send(row.method, row.path, body: row.body)
    #expect(response.status == row.status)
    #expect(response.header("Content-Type")?.hasPrefix("application/json") ?? false == (row.status != 204))
    #expect(response.body.isEmpty == (row.status == 204))
  }

  @Test("is there under the alias and the documented host, with and without a stray slash", arguments: rows)
  func alias(row: Row) throws {
    for prefix in ["/interspace/api/v1", "//api//v1", "/api/v1"] {
      let client = try InterspaceClient()
      let response = try client.server.send(
        row.method, prefix + row.path + "/", token: client.login.accessToken, body: row.body)
      #expect(response.status == row.status, "\(prefix)")
    }
  }

  @Test("does not care for the app's headers (CONTRACT §6.1)", arguments: rows)
  func appHeaders(row: Row) throws {
    let headers = [
      ("Content-Type", "application/json"), ("Accept", "application/json"), ("X-App-Version", "1.0.0"),
      ("X-Platform", "iOS"),
    ]
    let client = try InterspaceClient()
    #expect(try client.send(row.method, row.path, headers: headers, body: row.body).status == row.status)
  }

  @Test(
    "is 404 for what is not there",
    arguments: [
      Row("GET", "/profiles/profile_9", 404), Row("PATCH", "/profiles/profile_9", 404, "{}"),
      Row("DELETE", "/profiles/profile_9", 404), Row("GET", "/profiles/profile_9/social-accounts", 404),
      Row("POST", "/profiles/profile_9/social-accounts", 404, InterspaceBody.social),
      Row("DELETE", "/profiles/profile_9/social-accounts/social_1", 404),
      Row("DELETE", "/profiles/profile_1/social-accounts/social_2", 404),
      Row("DELETE", "/wallets/wallet_9", 404), Row("GET", "/profiles/profile_9/apps", 404),
      Row("DELETE", "/profiles/profile_9/apps/app_1", 404), Row("DELETE", "/profiles/profile_1/apps/app_3", 404),
      Row("GET", "/profiles/profile_9/apps/app_1", 404), Row("PATCH", "/profiles/profile_1/apps/app_3", 404, "{}"),
      Row("POST", "/profiles/profile_9/apps", 404, #"{"name":"A","permissions":[]}"#),
      Row("GET", "/profiles/PROFILE_1", 404), Row("GET", "/profiles/%27%20OR%201=1--", 404),
      Row("GET", "/profiles/1", 404), Row("GET", "/nothing", 404), Row("GET", "", 404),
      Row("GET", "/users/account_1", 404), Row("DELETE", "/profiles/profile_1%2Fapps/x", 404),
    ])
  func missing(row: Row) throws {
    let client = try InterspaceClient()
    let before = try client.snapshot()
    let response = try client.send(row.method, row.path, body: row.body)
    #expect(response.status == 404)
    #expect(try response.interspaceError.code == "NOT_FOUND")
    #expect(try client.snapshot() == before)
  }

  @Test("names the methods that are allowed instead", arguments: ["/users/me", "/profiles", "/wallets/connect"])
  func wrongMethod(path: String) throws {
    let response = try InterspaceClient().send("PUT", path, body: "{}")
    #expect(response.status == 405)
    #expect(try response.interspaceError.code == "VALIDATION_ERROR")
    #expect(response.header("Allow")?.isEmpty == false)
  }

  @Test("has its models decode on the demonstration data and on the documented ones", arguments: ["demo", "minimal"])
  func models(dataset: String) throws {
    let client = try InterspaceClient { $0.dataset = dataset == "demo" ? .demo : .minimal }
    let user = try client.user
    #expect(user.createdAt == Date(timeIntervalSince1970: 1_704_877_200))
    #expect(user.profiles == (try client.profiles))
    #expect(user.profiles.count == (dataset == "demo" ? 3 : 1))
    let wallet = try #require(try client.wallets.first)
    #expect(wallet.balance == ["ETH": "1.5", "USDC": "1000"])
    #expect(wallet.chain == "ethereum")
    let apps = try client.get("/profiles/profile_1/apps", as: InterspaceModels.AppList.self).apps
    #expect(apps.first?.permissions == ["read_profile", "read_wallet"])
    let social = try client.get("/profiles/profile_1/social-accounts", as: InterspaceModels.SocialAccountList.self)
      .accounts
    #expect(social == user.profiles.first?.socialAccounts)
    #expect(social.first?.connectedAt == Date(timeIntervalSince1970: 1_705_312_800))
  }

  @Test("leaves an empty data set with its account alone")
  func empty() throws {
    let client = try InterspaceClient { $0.dataset = .empty }
    #expect(try client.user.profiles.isEmpty)
    #expect(try client.wallets.isEmpty)
    #expect(try client.createProfile("first").id == "profile_1")
  }
}
