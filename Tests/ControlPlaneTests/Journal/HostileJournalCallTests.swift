import HTTPCore
import Testing
import World

@Suite("Hostile calls to the journal")
struct HostileJournalCallTests {
  private static let posts = [
    "/_mock/requests/count", "/_mock/requests/verify", "/_mock/requests/wait", "/__admin/requests/count",
    "/__admin/requests/find",
  ]

  private static let noObjects = [
    "", " ", "null", "true", "1", "\"x\"", "[]", "[{}]", "{", "}", "{\"match\"", "{\"match\":}", "{a:1}", "{}{}",
    "\u{FEFF}{}",
    "{\"match\":{},\"match\":{}}", "{\"x\":1}", "{\"mtch\":{}}", String(repeating: "[", count: 50_000),
    String(repeating: "{\"match\":", count: 100) + "1" + String(repeating: "}", count: 100), "a=b",
    #"{"match":"#, "{\"\\ud800\":1}",
  ]

  @Test("with bodies that are no object, or hold what is not known, are refused", arguments: posts)
  func noObject(path: String) throws {
    let client = try JournalClient()
    try client.record()
    for body in Self.noObjects {
      let status = try client.call("POST", path, body).status
      #expect((400...499).contains(status), "\(status) to \(body.prefix(60))")
    }
    let invalid = try client.call("POST", path, bytes: [0x7B, 0xFF, 0xFE, 0x7D])
    #expect((400...499).contains(invalid.status))
  }

  private static let badMatches = [
    "1", "[]", "\"x\"", "true", #"{"path":1e999}"#, #"{"path":[]}"#, #"{"path":{}}"#, #"{"path":null}"#,
    #"{"path":""}"#,
    #"{"status":9999}"#, #"{"status":-1}"#, #"{"status":2e2}"#, #"{"status":[200]}"#,
    #"{"status":1\#(String(repeating: "0", count: 500))}"#,
    #"{"header":[]}"#, #"{"header":{"X":[]}}"#, #"{"header":{"X":null}}"#, #"{"header":7}"#, #"{"body":[]}"#,
    #"{"body":"x"}"#,
    #"{"body":{"/a~2":1}}"#, #"{"since":"never"}"#, #"{"since":-5}"#, #"{"since":1.5}"#, #"{"since":1e400}"#,
    #"{"until":{}}"#,
    #"{"kind":"both"}"#, #"{"kind":true}"#, #"{"hasDeviations":"perhaps"}"#, #"{"hasDeviations":1}"#, #"{"limit":3}"#,
    #"{"nombre":"x"}"#, #"{"":1}"#, "{\"path\":\"/\(String(repeating: "a", count: 20_000))\"}",
    "{\"body\":{" + (0..<100).map { "\"m\($0)\":1" }.joined(separator: ",") + "}}",
  ]

  @Test("with a match that cannot be used are refused", arguments: badMatches)
  func badMatch(match: String) throws {
    let client = try JournalClient()
    for path in Self.posts.prefix(3) {
      let response = try client.call("POST", path, "{\"match\":\(match)}")
      #expect((400...499).contains(response.status), "\(response.status) from \(path)")
    }
  }

  @Test(
    "with numbers out of range are refused",
    arguments: [
      "-1", "1.5", "1e99", "99999999999999999999", "\"1\"", "true", "[]", "{}", "-0.1", "9223372036854775807",
    ])
  func numbers(value: String) throws {
    let client = try JournalClient()
    for (path, name) in [
      ("verify", "exactly"), ("verify", "atLeast"), ("verify", "atMost"), ("wait", "atLeast"),
      ("wait", "timeoutMilliseconds"),
    ] {
      let status = try client.call("POST", "/_mock/requests/\(path)", "{\"\(name)\":\(value)}").status
      #expect((400...499).contains(status), "\(status) to \(name)")
    }
  }

  @Test("with numbers that contradict each other are refused")
  func contradictions() throws {
    let client = try JournalClient()
    for body in [#"{"exactly":1,"atLeast":1}"#, #"{"exactly":1,"atMost":1}"#, #"{"atLeast":2,"atMost":1}"#] {
      #expect(try client.call("POST", "/_mock/requests/verify", body).status == 400)
    }
    #expect(try client.call("POST", "/_mock/requests/wait", #"{"timeoutMilliseconds":60001}"#).status == 400)
  }

  private static let thirtyPatterns = Array(repeating: #"{"contains":"a"}"#, count: 30).joined(separator: ",")
  private static let countdown = (1...600).reversed().map(String.init).joined(separator: ",")

  private static let badPatterns: [String] = [
    #"{"method":1}"#, #"{"url":[]}"#, #"{"url":"/a","urlPath":"/a"}"#, #"{"urlPattern":"("}"#,
    #"{"urlPattern":"a)(b"}"#,
    #"{"urlPathPattern":"[z-a]"}"#, #"{"headers":[]}"#, #"{"headers":{"A":1}}"#, #"{"headers":{"A":{}}}"#,
    #"{"headers":{"A":{"equalTo":1}}}"#, #"{"headers":{"A":{"equalTo":"a","contains":"b"}}}"#,
    #"{"headers":{"A":{"matchesJsonPath":"$"}}}"#, #"{"headers":{"A":{"absent":"yes"}}}"#,
    #"{"headers":{"A":{"equalTo":"a","caseInsensitive":1}}}"#, #"{"bodyPatterns":{}}"#, #"{"bodyPatterns":[1]}"#,
    #"{"bodyPatterns":[{"equalToJson":"{"}]}"#, #"{"urlPath":"\#(String(repeating: "x", count: 70_000))"}"#,
    "{\"bodyPatterns\":[\(thirtyPatterns)]}",
    "{\"urlPattern\":\"\(String(repeating: "(", count: 900))\"}",
    "{\"urlPattern\":\"\(String(repeating: "a", count: 2000))\"}",
    // Expressions and comparisons that would take for ever.
    #"{"bodyPatterns":[{"matches":"(a+)+b"}]}"#,
    #"{"bodyPatterns":[{"equalToJson":[\#(countdown)],"ignoreArrayOrder":true}]}"#,
  ]

  @Test("with WireMock patterns that cannot be used are refused", arguments: badPatterns)
  func badPattern(pattern: String) throws {
    let client = try JournalClient()
    let body =
      pattern.contains("Order")
      ? "[" + (1...600).map(String.init).joined(separator: ",") + "]" : String(repeating: "a", count: 5000)
    try client.record("POST", "/a", bytes: Array(body.utf8))
    for path in Self.posts.suffix(2) {
      let status = try client.call("POST", path, pattern).status
      #expect((400...499).contains(status), "\(status) from \(path)")
    }
  }

  @Test(
    "with addresses that make no sense are refused",
    arguments: [
      "/_mock/requests?limit=-1", "/_mock/requests?limit=10001", "/_mock/requests?limit=x", "/_mock/requests?order=up",
      "/_mock/requests?limt=1", "/_mock/requests?status=%FF", "/_mock/requests/x", "/_mock/requests/0",
      "/_mock/requests/-1", "/_mock/requests/99999999999999999999", "/_mock/requests/9223372036854775807",
      "/_mock/requests/+1", "/_mock/har?limit=x", "/_mock/requests.har?x=1", "/_mock/events?limit=5", "/_mock/events?x",
      "/__admin/requests?limit=x", "/__admin/requests?since=x", "/__admin/requests?y",
    ])
  func addresses(target: String) throws {
    let client = try JournalClient()
    try client.record()
    #expect((400...499).contains(try client.call("GET", target).status))
  }

  @Test("with a Last-Event-ID that is none are refused", arguments: ["x", "-1", "99999999999999999999", "", "1.5"])
  func lastEvent(id: String) throws {
    let client = try JournalClient()
    #expect(try client.call("GET", "/_mock/events", headers: ["Last-Event-ID": id], "").status == 400)
  }
}
