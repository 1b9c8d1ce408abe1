import Foundation
import ServerTestSupport
import Testing

@Suite("Refreshing")
struct RefreshTests {
  @Test("accepts the token in each of the three documented ways", arguments: Way.allCases)
  func ways(way: Way) throws {
    let server = try TestServer()
    let refreshToken = try #require(try server.login()["refreshToken"] as? String)
    let response = try way.send(refreshToken, to: server)
    #expect(response.status == 200)
    #expect(response.json["expiresIn"] as? Int == 3600)
    #expect(try JSONDecoder().decode(AgroBridgeModels.RefreshResponse.self, from: response.data).expiresIn == 3600)
    let token = try #require(response.json["token"] as? String)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test("believes the body when the header says something else")
  func bodyWins() throws {
    let server = try TestServer()
    let login = try server.login()
    let refreshToken = try #require(login["refreshToken"] as? String)
    for name in ["refreshToken", "refresh_token"] {
      let good = try server.send(
        "POST", "/v1/auth/refresh", token: login["token"] as? String,
        body: #"{"\#(name)":"\#(refreshToken)"}"#)
      #expect(good.status == 200)
      let bad = try server.send(
        "POST", "/v1/auth/refresh", token: refreshToken, body: #"{"\#(name)":"garbage"}"#)
      #expect(bad.status == 401)
    }
  }

  @Test("leaves the old token good until its successor is used; then the old one ends the whole session")
  func rotation() throws {
    let server = try TestServer()
    let login = try server.login()
    let first = try #require(login["refreshToken"] as? String)
    let second = try #require(try server.refresh(first).json["refreshToken"] as? String)
    #expect(second != first)
    #expect(try server.refresh(first).status == 200)
    let latest = try server.refresh(try Self.successor(of: first, on: server)).json
    let access = try [login["token"], latest["token"]].map { try #require($0 as? String) }
    for token in access { #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200) }

    let refused = try server.refresh(first)
    #expect(refused.status == 401)
    #expect(refused.errorCode == "AUTH_FAILED")
    for token in access {
      #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).errorCode == "AUTH_FAILED")
    }
    #expect(try server.refresh(try #require(latest["refreshToken"] as? String)).status == 401)
  }

  @Test(
    "twice with one token, as two calls that met a 401 together do, gives two successors that are both good")
  func simultaneousRefresh() throws {
    let server = try TestServer()
    let first = try #require(try server.login()["refreshToken"] as? String)
    let successors = [try Self.successor(of: first, on: server), try Self.successor(of: first, on: server)]
    #expect(successors[0] != successors[1])
    // In both orders: what the second call got, then what the first one got, then the second's again.
    let later = try Self.successor(of: successors[1], on: server)
    let response = try server.refresh(successors[0])
    #expect(response.status == 200, "a client that kept the first of the two answers is signed out")
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: response.json["token"] as? String).status == 200)
    #expect(try server.refresh(later).status == 200)
  }

  @Test("goes on as long as the client follows the successors")
  func chain() throws {
    let server = try TestServer()
    server.clock.freeze(true)
    var refreshToken = try #require(try server.login()["refreshToken"] as? String)
    for _ in 1...30 {
      server.advance(seconds: 86_400)
      refreshToken = try Self.successor(of: refreshToken, on: server)
    }
    #expect(try server.refresh(refreshToken).status == 200)
  }

  @Test("is possible for seven days, or as long as the server was told", arguments: [nil, 60])
  func lifetime(configured: Int?) throws {
    let server = try TestServer { $0.refreshLifetime = configured }
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let refreshToken = try #require(try server.login()["refreshToken"] as? String)
    server.advance(seconds: Int64(configured ?? 604_800), nanoseconds: -1)
    let successor = try Self.successor(of: refreshToken, on: server)
    server.advance(seconds: 0, nanoseconds: 1)
    let response = try server.refresh(refreshToken)
    #expect(response.status == 401)
    #expect(response.errorCode == "TOKEN_EXPIRED")
    #expect(try server.refresh(successor).status == 200)
  }

  @Test(
    "refuses what is no refresh token of this API",
    arguments: [
      ("", 401, "AUTH_FAILED"), ("{}", 401, "AUTH_FAILED"),
      (#"{"refreshToken":"garbage"}"#, 401, "AUTH_FAILED"),
      (#"{"refreshToken":""}"#, 401, "AUTH_FAILED"), (#"{"refreshToken":7}"#, 422, "VALIDATION_ERROR"),
      (#"{"refresh_token":["x"]}"#, 422, "VALIDATION_ERROR"), ("refreshToken=x", 400, "VALIDATION_ERROR"),
    ])
  func refusals(body: String, status: Int, code: String) throws {
    let response = try TestServer().send("POST", "/v1/auth/refresh", body: body)
    #expect(response.status == status)
    #expect(response.errorCode == code)
  }

  @Test("refuses an access token, and a refresh token of another API")
  func wrongKind() throws {
    let server = try TestServer()
    let access = try server.signIn()
    let foreign = try server.server.world.refreshTokens.issue(
      api: "another-api", account: "user_123", session: "theirs", lifetime: 600)
    for way in Way.allCases {
      #expect(try way.send(access, to: server).status == 401)
      #expect(try way.send(foreign, to: server).status == 401)
    }
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: access).status == 200)
  }

  enum Way: String, CaseIterable {
    case camelCaseBody
    case snakeCaseBody
    case bearerHeader

    func send(_ token: String, to server: TestServer) throws -> RawResponse {
      switch self {
      case .camelCaseBody: try server.refresh(token)
      case .snakeCaseBody:
        try server.send("POST", "/v1/auth/refresh", body: #"{"refresh_token":"\#(token)"}"#)
      case .bearerHeader: try server.send("POST", "/v1/auth/refresh", token: token)
      }
    }
  }

  private static func successor(of refreshToken: String, on server: TestServer) throws -> String {
    try #require(try server.refresh(refreshToken).json["refreshToken"] as? String)
  }
}
