import Foundation
import Server
import ServerTestSupport
import Testing
import World

@Suite("A batch (CONTRACT C12)")
struct BatchTests {
  private static func batch(_ client: InterspaceClient, _ items: String...) throws -> [[String: Any]] {
    let answer = try client.send("POST", "/batch", body: #"{"requests":[\#(items.joined(separator: ","))]}"#)
    guard answer.status == 200 else { throw UnexpectedResponse(answer: answer) }
    return answer.records("responses")
  }

  private static func statuses(_ responses: [[String: Any]]) -> [Int] { responses.compactMap { $0["status"] as? Int } }

  @Test("answers in order, with the ids that came, of whatever type")
  func order() throws {
    let ids = ["7", "\"seven\"", "null", "true", "{\"a\":[1]}", "1.5"]
    let client = try InterspaceClient()
    let items = ids.map { #"{"id":\#($0),"path":"/users/me"}"# } + [#"{"path":"/wallets"}"#]
    let answer = try client.send("POST", "/batch", body: #"{"requests":[\#(items.joined(separator: ","))]}"#)
    let responses = answer.records("responses")
    #expect(responses.count == 7)
    #expect(responses.allSatisfy { Set($0.keys) == ["id", "status", "headers", "body"] })
    #expect(responses[0]["id"] as? Int == 7)
    #expect(responses[1]["id"] as? String == "seven")
    #expect(responses[2]["id"] is NSNull)
    #expect((responses[4]["id"] as? [String: Any])?["a"] as? [Int] == [1])
    #expect(responses[6]["id"] is NSNull)
    let body = try JSONSerialization.data(withJSONObject: try #require(responses[0]["body"]), options: [.sortedKeys])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(InterspaceModels.User.self, from: body) == client.user)
    #expect((responses[0]["headers"] as? [String: String])?["ETag"]?.isEmpty == false)
  }

  @Test("lets each request see what those before it did")
  func sequence() throws {
    let client = try InterspaceClient()
    let responses = try Self.batch(
      client, #"{"method":"POST","path":"/profiles","body":\#(InterspaceBody.profile("batched"))}"#,
      #"{"method":"PATCH","path":"/profiles/profile_4","body":{"isDefault":true}}"#,
      #"{"method":"GET","path":"/profiles/profile_4"}"#, #"{"method":"DELETE","path":"/profiles/profile_4"}"#,
      #"{"method":"GET","path":"/profiles/profile_4"}"#)
    #expect(Self.statuses(responses) == [201, 200, 200, 204, 404])
    #expect((responses[2]["body"] as? [String: Any])?["isDefault"] as? Bool == true)
    #expect(responses[3]["body"] is NSNull)
    #expect(try client.profiles.filter(\.isDefault).map(\.id) == ["profile_1"])
  }

  @Test(
    "takes paths relative to the base, absolute, and with a query",
    arguments: [
      "users/me", "/users/me", "/api/v1/users/me", "/api/v1//users/me/", "/users/me?x=1", "users%2Fme",
    ])
  func paths(path: String) throws {
    let status = try Self.statuses(Self.batch(InterspaceClient(), #"{"path":"\#(path)"}"#))
    #expect(status == [path.contains("%2F") ? 404 : 200])
  }

  @Test("keeps the failure of one request to that one")
  func innerFailures() throws {
    let client = try InterspaceClient()
    let responses = try Self.batch(
      client, #"{"path":"/nothing"}"#, #"{"path":"/profiles/profile_9"}"#, #"{"path":"/profiles?page=0"}"#,
      #"{"method":"POST","path":"/profiles","body":{"username":7}}"#, #"{"method":"POST","path":"/profiles"}"#,
      #"{"method":"PUT","path":"/profiles","body":{}}"#, #"{"path":"/users/me"}"#)
    #expect(Self.statuses(responses) == [404, 404, 400, 400, 400, 405, 200])
    let codes = responses.map { (($0["body"] as? [String: Any])?["error"] as? [String: Any])?["code"] as? String }
    let bad = "VALIDATION_ERROR"
    #expect(codes == ["NOT_FOUND", "NOT_FOUND", bad, bad, bad, bad, nil])
  }

  @Test("lends its token, unless a request brings its own")
  func token() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let own = #""headers":{"Authorization":"Bearer \#(stranger.login.accessToken)"}"#
    let responses = try Self.batch(
      client, #"{"path":"/users/me"}"#, #"{"path":"/users/me",\#(own)}"#,
      #"{"path":"/users/me","headers":{"authorization":"Bearer garbage"}}"#, #"{"path":"/profiles/profile_1",\#(own)}"#)
    #expect(Self.statuses(responses) == [200, 200, 401, 404])
    #expect(responses.prefix(2).map { ($0["body"] as? [String: Any])?["id"] as? String } == ["account_1", "account_2"])
  }

  @Test("answers a matching entity tag with 304 and no body")
  func condition() throws {
    let client = try InterspaceClient()
    let responses = try Self.batch(client, #"{"path":"/users/me","headers":{"If-None-Match":"*"}}"#)
    #expect(Self.statuses(responses) == [304])
    #expect(responses[0]["body"] is NSNull)
  }

  @Test("holds twenty requests, not twenty-one", arguments: [(20, 200), (21, 400), (1000, 400)])
  func size(count: Int, status: Int) throws {
    let client = try InterspaceClient()
    let items =
      [#"{"method":"DELETE","path":"/wallets/wallet_1"}"#]
      + Array(repeating: #"{"path":"/wallets/none"}"#, count: count - 1)
    let body = #"{"requests":[\#(items.joined(separator: ","))]}"#
    let answer = try client.send("POST", "/batch", body: body)
    #expect(answer.status == status)
    #expect(answer.records("responses").count == (status == 200 ? count : 0))
    if status == 400 { #expect(try answer.refusal == "400 VALIDATION_ERROR requests") }
    #expect(try client.wallets.contains { $0.id == "wallet_1" } == (status == 400))
  }

  @Test("counts every request for the limit, its own included")
  func limit() throws {
    let server = try TestServer { $0.rateLimit = .fixed(RateLimitPolicy(authenticated: 5, anonymous: 20)) }
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    let answer = try client.send(
      "POST", "/batch",
      body: #"{"requests":[\#(Array(repeating: #"{"path":"/wallets"}"#, count: 6).joined(separator: ","))]}"#)
    #expect(answer.status == 200)
    #expect(Self.statuses(answer.records("responses")) == [200, 200, 200, 200, 429, 429])
    let last = answer.records("responses")[5]
    #expect((last["headers"] as? [String: String])?["Retry-After"] == "60")
    #expect(try client.send("GET", "/wallets").refusal == "429 RATE_LIMITED")
  }
}
