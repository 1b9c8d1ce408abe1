import Foundation
import ServerTestSupport
import Testing

@Suite("A session of Interspace")
struct InterspaceSessionTests {
  private static func refresh(_ server: TestServer, _ token: String) throws -> RawResponse {
    try server.interspace("POST", "/auth/refresh", body: #"{"refreshToken":"\#(token)"}"#)
  }

  @Test("goes on with both new tokens, as often as asked")
  func rotation() throws {
    let client = try InterspaceClient()
    var token = client.login.refreshToken
    var seen: Set = [token]
    for _ in 1...5 {
      let answer: InterspaceModels.RefreshResponse = try Self.refresh(client.server, token).decoded()
      #expect(seen.insert(answer.refreshToken).inserted)
      #expect(try client.server.interspace("GET", "/users/me", token: answer.accessToken).status == 200)
      token = answer.refreshToken
    }
    // What was signed in first is the same session still.
    #expect(try client.send("GET", "/users/me").status == 200)
  }

  @Test("outlives a lost answer: the old token is good until its successor is used")
  func lostResponse() throws {
    let client = try InterspaceClient()
    let old = client.login.refreshToken
    _ = try Self.refresh(client.server, old)
    let second: InterspaceModels.RefreshResponse = try Self.refresh(client.server, old).decoded()
    let third: InterspaceModels.RefreshResponse = try Self.refresh(client.server, second.refreshToken).decoded()
    for token in [client.login.accessToken, second.accessToken, third.accessToken] {
      #expect(try client.server.interspace("GET", "/users/me", token: token).status == 200)
    }
    #expect(try Self.refresh(client.server, old).refusal == "401 UNAUTHORIZED")
    #expect(try client.server.interspace("GET", "/users/me", token: third.accessToken).refusal == "401 UNAUTHORIZED")
    #expect(try Self.refresh(client.server, third.refreshToken).refusal == "401 UNAUTHORIZED")
  }

  @Test("outlives requests that cross: whichever answer the app keeps is good")
  func crossing() throws {
    let client = try InterspaceClient()
    let responses = try (1...8).map { _ in try Self.refresh(client.server, client.login.refreshToken) }
    let pairs: [InterspaceModels.RefreshResponse] = try responses.map { try $0.decoded() }
    for pair in pairs {
      #expect(try client.server.interspace("GET", "/users/me", token: pair.accessToken).status == 200)
    }
    for pair in pairs.reversed() { #expect(try Self.refresh(client.server, pair.refreshToken).status == 200) }
  }

  @Test("ends as a whole when a used token comes again, if so wished", arguments: [1, 2, 4])
  func reuse(generations: Int) throws {
    let client = try InterspaceClient { $0.acceptsRefreshTokensOnce = true }
    let other = try InterspaceClient(client.server)
    var access = [client.login.accessToken]
    var refresh = [client.login.refreshToken]
    for _ in 1...generations {
      let answer: InterspaceModels.RefreshResponse = try Self.refresh(client.server, refresh[refresh.count - 1])
        .decoded()
      access.append(answer.accessToken)
      refresh.append(answer.refreshToken)
    }
    #expect(try Self.refresh(client.server, refresh[0]).refusal == "401 UNAUTHORIZED")
    for token in access {
      #expect(try client.server.interspace("GET", "/users/me", token: token).refusal == "401 UNAUTHORIZED")
    }
    for token in refresh.reversed() {
      #expect(try Self.refresh(client.server, token).refusal == "401 UNAUTHORIZED")
    }
    // Another sign-in of the same account is another session.
    #expect(try other.send("GET", "/users/me").status == 200)
    #expect(try Self.refresh(client.server, other.login.refreshToken).status == 200)
  }

  @Test(
    "is not renewed by anything else",
    arguments: [
      (#"{"refreshToken":"unknown"}"#, "401 UNAUTHORIZED"), ("{}", "400 VALIDATION_ERROR refreshToken"),
      (#"{"refreshToken":7}"#, "400 VALIDATION_ERROR refreshToken"),
      (#"{"refreshToken":""}"#, "400 VALIDATION_ERROR refreshToken"),
      (#"{"refreshToken":"ACCESS"}"#, "401 UNAUTHORIZED"), (#"{"refreshToken":"FOREIGN"}"#, "401 UNAUTHORIZED"),
      ("", "400 VALIDATION_ERROR body"),
    ])
  func notRenewed(body: String, refusal: String) throws {
    let client = try InterspaceClient()
    let foreign = try #require(try client.server.login()["refreshToken"] as? String)
    let given = body.replacing("ACCESS", with: client.login.accessToken).replacing("FOREIGN", with: foreign)
    #expect(try client.server.interspace("POST", "/auth/refresh", body: given).refusal == refusal)
    // Neither the foreign session nor the own one is hurt.
    #expect(try client.server.refresh(foreign).status == 200)
    #expect(try Self.refresh(client.server, client.login.refreshToken).status == 200)
  }

  @Test("can be renewed for seven days to the second", arguments: [(604_799, 200), (604_800, 401)])
  func lifetime(seconds: Int64, status: Int) throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    server.advance(seconds: seconds)
    #expect(try Self.refresh(server, client.login.refreshToken).status == status)
  }

  @Test(
    "is signed out with 204 whatever comes",
    arguments: [
      nil, "", "{}", "[]", "{", #"{"refreshToken":null}"#, #"{"refreshToken":7}"#, #"{"refreshToken":"unknown"}"#,
    ])
  func harmlessLogout(body: String?) throws {
    let client = try InterspaceClient()
    for token in [nil, "garbage", try client.server.signIn()] {
      let answer = try client.server.interspace("POST", "/auth/logout", token: token, body: body)
      #expect(answer.status == 204)
      #expect(answer.header("Content-Type") == nil)
    }
    #expect(try client.send("GET", "/users/me").status == 200)
    #expect(try Self.refresh(client.server, client.login.refreshToken).status == 200)
  }

  @Test("has no token left after signing out", arguments: LogoutWay.allCases)
  func logout(way: LogoutWay) throws {
    let client = try InterspaceClient()
    let next: InterspaceModels.RefreshResponse = try Self.refresh(client.server, client.login.refreshToken).decoded()
    for _ in 1...2 { #expect(try way.signOut(client, newest: next).status == 204) }
    for token in [client.login.accessToken, next.accessToken] {
      #expect(try client.server.interspace("GET", "/users/me", token: token).refusal == "401 UNAUTHORIZED")
    }
    #expect(try Self.refresh(client.server, next.refreshToken).refusal == "401 UNAUTHORIZED")
  }

  /// What a client may show when it signs out.
  enum LogoutWay: CaseIterable {
    case newestToken
    case usedToken
    case header
    case expiredHeader

    func signOut(_ client: InterspaceClient, newest: InterspaceModels.RefreshResponse) throws -> RawResponse {
      switch self {
      case .newestToken: try body(client, newest.refreshToken)
      case .usedToken: try body(client, client.login.refreshToken)
      case .header: try client.send("POST", "/auth/logout")
      case .expiredHeader:
        try {
          client.server.advance(seconds: 901)
          return try client.send("POST", "/auth/logout")
        }()
      }
    }

    private func body(_ client: InterspaceClient, _ token: String) throws -> RawResponse {
      try client.server.interspace("POST", "/auth/logout", body: #"{"refreshToken":"\#(token)"}"#)
    }
  }
}
