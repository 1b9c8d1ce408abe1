import ServerTestSupport
import Testing

@Suite("Of many requests at once")
struct InterspaceRaceTests {
  /// Sends the same kind of request on as many connections as there are paths; the statuses, sorted.
  private static func statuses(
    _ client: InterspaceClient, _ method: String, _ paths: [String], body: String? = nil
  ) throws -> [Int] {
    let (port, token) = (client.server.port, client.login.accessToken)
    let statuses = try concurrently(paths.count) { index in
      let bytes = body.map { Array($0.utf8) }
      return try RawClient(port: port).send(method, "/api/v1" + paths[index], token: token, body: bytes).status
    }
    return statuses.sorted()
  }

  @Test("one gets a username")
  func username() throws {
    let client = try InterspaceClient()
    let paths = Array(repeating: "/profiles", count: 8)
    let statuses = try Self.statuses(client, "POST", paths, body: InterspaceBody.profile("wanted"))
    #expect(statuses == [201] + Array(repeating: 400, count: 7))
    #expect(try client.profiles.filter { $0.username == "wanted" }.count == 1)
  }

  @Test("one connects a wallet, the others find it")
  func wallet() throws {
    let client = try InterspaceClient { $0.dataset = .empty }
    let paths = Array(repeating: "/wallets/connect", count: 8)
    let statuses = try Self.statuses(client, "POST", paths, body: InterspaceBody.wallet("0x..."))
    #expect(statuses == Array(repeating: 200, count: 7) + [201])
    #expect(try client.wallets.map(\.isPrimary) == [true])
  }

  @Test("one cannot delete its profile, which is then the last")
  func lastProfile() throws {
    let client = try InterspaceClient()
    let statuses = try Self.statuses(client, "DELETE", (1...3).map { "/profiles/profile_\($0)" })
    #expect(statuses == [204, 204, 400])
    #expect(try client.profiles.map(\.isDefault) == [true])
  }

  @Test("one creates an account's first profile, which is its default")
  func firstProfile() throws {
    let client = try InterspaceClient { $0.dataset = .empty }
    let (port, token) = (client.server.port, client.login.accessToken)
    let responses = try concurrently(8) { number in
      let body = Array(InterspaceBody.profile("user\(number)").utf8)
      let response = try RawClient(port: port).send("POST", "/api/v1/profiles", token: token, body: body)
      return try response.decoded(as: InterspaceModels.Profile.self).isDefault
    }
    #expect(responses.count == 8 && responses.filter { $0 }.count == 1)
    #expect(try client.profiles.filter(\.isDefault).map(\.id) == ["profile_1"])
  }

  @Test("each renews a session with a token, whose successors were not used yet")
  func lenientRefresh() throws {
    let client = try InterspaceClient()
    let body = #"{"refreshToken":"\#(client.login.refreshToken)"}"#
    let paths = Array(repeating: "/auth/refresh", count: 8)
    #expect(try Self.statuses(client, "POST", paths, body: body) == Array(repeating: 200, count: 8))
    #expect(try client.send("GET", "/users/me").status == 200)
  }

  @Test("one renews a session with a token and the others end it, where tokens are good once")
  func refresh() throws {
    let client = try InterspaceClient { $0.acceptsRefreshTokensOnce = true }
    let body = #"{"refreshToken":"\#(client.login.refreshToken)"}"#
    let paths = Array(repeating: "/auth/refresh", count: 8)
    #expect(try Self.statuses(client, "POST", paths, body: body) == [200] + Array(repeating: 401, count: 7))
    #expect(try client.send("GET", "/users/me").refusal == "401 UNAUTHORIZED")
  }

  @Test("each that makes its profile the default one succeeds, and the last one wins")
  func makeDefault() throws {
    let client = try InterspaceClient()
    let paths = (0..<9).map { "/profiles/profile_\($0 % 3 + 1)" }
    let statuses = try Self.statuses(client, "PATCH", paths, body: #"{"isDefault":true}"#)
    #expect(statuses == Array(repeating: 200, count: 9))
    #expect(try client.profiles.filter(\.isDefault).count == 1)
  }
}
