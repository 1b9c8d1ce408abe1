import Foundation
import ServerTestSupport
import Testing
import World

@Suite("Interspace's rate limits (CONTRACT §6.4)")
struct InterspaceRateLimitTests {
  /// A server with the documented limits and a clock that stands still.
  private static func server() throws -> TestServer {
    let server = try TestServer { $0.rateLimit = .documented }
    try server.freeze(at: "2026-11-28T14:00:00Z")
    return server
  }

  @Test("let an account ask 100 times a minute")
  func account() throws {
    let server = try Self.server()
    let client = try InterspaceClient(server)
    let path = "/api/v1/wallets"
    let connection = try RawClient(port: server.port)
    for left in (0..<100).reversed() {
      let response = try connection.send("GET", path, token: client.login.accessToken)
      #expect(response.status == 200)
      #expect(response.header("X-RateLimit-Remaining") == "\(left)")
    }
    server.advance(seconds: 17, nanoseconds: 1)
    let response = try client.send("GET", "/wallets")
    #expect(try response.refusal == "429 RATE_LIMITED")
    #expect(try response.interspaceError.details == ["limit": "100", "retryAfter": "43"])
    #expect(response.header("Retry-After").flatMap(UInt64.init) == 43)
    #expect(response.header("X-RateLimit-Limit") == "100")
    // 2026-11-28T14:01:00Z.
    #expect(response.header("X-RateLimit-Reset") == "1795874460")
    server.advance(seconds: 43)
    #expect(try client.send("GET", "/wallets").status == 200)
  }

  @Test("let an address ask 20 times, whatever it asks and whatever token it shows", arguments: [nil, "garbage"])
  func address(token: String?) throws {
    let server = try Self.server()
    let calls = [("POST", "/auth/login"), ("GET", "/users/me"), ("POST", "/auth/logout"), ("GET", "/nothing")]
    for number in 0..<20 {
      let (method, path) = calls[number % calls.count]
      let response = try server.interspace(method, path, token: token, body: method == "POST" ? "{}" : nil)
      #expect(response.status != 429)
    }
    for (method, path) in calls {
      let response = try server.interspace(method, path, token: token)
      #expect(try response.refusal == "429 RATE_LIMITED")
      #expect(response.header("Retry-After") == "60")
    }
    server.advance(seconds: 60)
    #expect(try server.interspace("POST", "/auth/login", body: InterspaceBody.login).status == 200)
  }

  @Test("are not AgroBridge's")
  func independent() throws {
    let server = try Self.server()
    let token = try server.signIn()
    let client = try InterspaceClient(server)
    let other = try InterspaceClient(server, google: "another")
    for _ in 1...20 { _ = try server.interspace("GET", "/users/me") }
    #expect(try server.interspace("GET", "/users/me").status == 429)
    #expect(try server.send("GET", "/v1/lotes").status == 401)
    for _ in 1...100 { _ = try client.send("GET", "/wallets") }
    #expect(try client.send("GET", "/wallets").status == 429)
    let response = try server.send("GET", "/v1/lotes/lote_1", token: token)
    #expect(response.header("X-RateLimit-Remaining") == "99")
    // A token of AgroBridge counts for the address here, which has used up its share.
    #expect(try server.interspace("GET", "/users/me", token: token).status == 429)
    // An address that is refused does not keep an account out.
    #expect(try other.send("GET", "/users/me").status == 200)
  }
}
