import Foundation
import Server
import ServerTestSupport
import Testing
import World

@Suite("The rate limits")
struct RateLimitTests {
  /// A server with limits and a clock that stands still at a whole second.
  private static func server(_ option: RateLimitOption = .documented) throws -> TestServer {
    let server = try TestServer { $0.rateLimit = option }
    try server.freeze(at: "2024-11-28T14:00:00Z")
    return server
  }

  @Test("let an account ask 100 times a minute, then refuse in the documented shape")
  func account() throws {
    let server = try Self.server()
    let token = try server.signIn()
    for _ in 1...100 { #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200) }
    let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(response.status == 429)
    #expect(response.errorCode == "RATE_LIMIT_EXCEEDED")
    #expect(response.errorDetails == ["limit": "100", "retryAfter": "60"])
    #expect(response.header("Retry-After") == "60")
  }

  @Test("let an address ask 20 times without a token", arguments: [nil, "garbage"])
  func address(token: String?) throws {
    let server = try Self.server()
    for _ in 1...20 { #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 401) }
    let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(response.status == 429)
    #expect(response.errorDetails["limit"] == "20")
    #expect(try server.send("POST", "/v1/auth/login", body: "{}").status == 429)
  }

  @Test("count an expired and a foreign token for the address, not for the account")
  func invalidTokens() throws {
    let server = try Self.server()
    let expired = try server.signIn()
    server.advance(seconds: 3600)
    for token in [expired, server.foreignToken()] {
      let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
      #expect(response.header("X-RateLimit-Limit") == "20")
    }
    let response = try server.send("GET", "/v1/lotes/lote_1", token: try server.signIn())
    #expect(response.header("X-RateLimit-Remaining") == "99")
  }

  @Test("end when Retry-After says, to the nanosecond", arguments: [0, 1, 17, 59])
  func retryAfter(secondsIntoWindow: Int64) throws {
    let server = try Self.server(.fixed(RateLimitPolicy(authenticated: 2, anonymous: 20)))
    let token = try server.signIn()
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    server.advance(seconds: secondsIntoWindow)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    let refused = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(refused.status == 429)
    let seconds = try #require(refused.header("Retry-After").flatMap(Int64.init))
    #expect(seconds == 60 - secondsIntoWindow)
    server.advance(seconds: seconds, nanoseconds: -1)
    let early = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(early.status == 429)
    #expect(early.header("Retry-After") == "1")
    server.advance(seconds: 0, nanoseconds: 1)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test("round Retry-After up, so that it is true", arguments: [1, 500_000_000, 999_999_999])
  func retryAfterIsTrue(nanosecondsIntoWindow: Int64) throws {
    let server = try Self.server(.fixed(RateLimitPolicy(authenticated: 1, anonymous: 20)))
    let token = try server.signIn()
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    server.advance(seconds: 0, nanoseconds: nanosecondsIntoWindow)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).header("Retry-After") == "60")
    server.advance(seconds: 60)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
  }

  @Test("tell what is left and when the window ends, in every answer")
  func headers() throws {
    let server = try Self.server(.fixed(RateLimitPolicy(authenticated: 2, anonymous: 20)))
    let token = try server.signIn()
    for (path, status, remaining) in [
      ("/v1/lotes/none", 404, "1"), ("/v1/none", 404, "0"), ("/v1/lotes", 429, "0"),
    ] {
      let response = try server.send("GET", path, token: token)
      #expect(response.status == status)
      #expect(response.header("X-RateLimit-Limit") == "2")
      #expect(response.header("X-RateLimit-Remaining") == remaining)
      // 2024-11-28T14:01:00Z, however late in the window.
      #expect(response.header("X-RateLimit-Reset") == "1732802460")
      server.advance(seconds: 7)
    }
  }

  @Test("do not count preflights")
  func preflights() throws {
    let server = try Self.server(.fixed(RateLimitPolicy(authenticated: 5, anonymous: 2)))
    for _ in 1...10 {
      let response = try server.send(
        "OPTIONS", "/v1/lotes",
        headers: [("Origin", "http://localhost:5173"), ("Access-Control-Request-Method", "POST")])
      #expect(response.status == 204)
    }
    #expect(try server.send("GET", "/v1/lotes").header("X-RateLimit-Remaining") == "1")
  }

  @Test("count an account's tokens together, and accounts apart")
  func accounts() throws {
    let server = try Self.server(.fixed(RateLimitPolicy(authenticated: 2, anonymous: 20)))
    for token in [try server.signIn(), try server.signIn()] {
      #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
    }
    #expect(try server.send("GET", "/v1/lotes", token: try server.signIn()).status == 429)
    let buyer = try server.signIn("comprador@example.com")
    #expect(try server.send("GET", "/v1/lotes", token: buyer).status == 200)
  }

  @Test("leave no header where they are off")
  func off() throws {
    let response = try TestServer().send("GET", "/v1/lotes")
    #expect(response.status == 401)
    #expect(!response.headers.contains { $0.name.lowercased().hasPrefix("x-ratelimit") })
  }
}
