import HTTPCore
import JSON
import Testing
import World

@Suite("Queries of the journal")
struct JournalQueryTests {
  /// One journal with an entry of each sort; numbers are those of the entries.
  private func sample() throws -> JournalSample {
    let sample = JournalSample()
    try sample.exchange("POST", "/v1/auth/login", body: #"{"email":"a@b.co","user":{"tags":["x","y"]}}"#)
    sample.clock.advance(nanoseconds: 60_000_000_000)
    try sample.exchange(
      "GET", "/v1/lotes?page=2&q=caf%C3%A9", account: "user_123", headers: ["X-Foo": "bar", "Accept": "*/*"])
    try sample.exchange(
      "GET", "/v1/lotes/99", status: 404, operationID: "getLote", faults: [AppliedFault(id: "f1", type: "delay")])
    try sample.exchange("GET", "/posts/1", status: 500, api: "jsonplaceholder", sentPath: "/_w/w1/posts/1")
    sample.frame(#"{"type":"ping"}"#, .received, socket: "7")
    sample.frame(#"{"type":"pong"}"#, .sent, socket: "7", fault: AppliedFault(id: "f2", type: "duplicate"))
    try sample.exchange(
      "POST", "/contact", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=Ana+M&age=7",
      deviations: [JournalExchange.Deviation(location: "body/age", message: "is a string")])
    return sample
  }

  private func numbers(_ sample: JournalSample, _ query: JournalQuery) -> [Int] {
    sample.journal.contents().entries.filter { query.matches($0) }.map(\.sequence)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let numbers: [Int]

    init(_ text: String, _ numbers: [Int]) {
      (self.text, self.numbers) = (text, numbers)
    }

    var testDescription: String { text.isEmpty ? "nothing" : text }
  }

  @Test(
    "by the parameters of an address",
    arguments: [
      Row("", [1, 2, 3, 4, 7]), Row("path=/v1/lotes", [2]), Row("path=/v1/**", [1, 2, 3]), Row("path=/posts/*", [4]),
      Row("path=/_w/w1/posts/1", [4]), Row("method=post", [1, 7]), Row("status=404", [3]), Row("status=4xx", [3]),
      Row("status=50x", [4]), Row("status=none", []), Row("status=200&ending=reset", []),
      Row("ending=whole", [1, 2, 3, 4, 7]), Row("status=2xx&method=GET", [2]), Row("api=jsonplaceholder", [4]),
      Row("operationId=getLote", [3]), Row("account=user_123", [2]), Row("header=X-Foo", [2]),
      Row("header=x-foo:bar", [2]), Row("header=X-Foo:%20baz", []), Row("query=page:2", [2]),
      Row("query=q:caf%C3%A9", [2]),
      Row("bodyContains=b.co", [1]), Row("since=2", [3, 4, 7]), Row("until=2", [1, 2]),
      Row("since=2023-11-14T22:14:00Z", [2, 3, 4, 7]), Row("until=2023-11-14T23:14:00%2B01:00", [1]),
      Row("since=2023-11-14T23:14:00+01:00", [2, 3, 4, 7]),
      Row("kind=frame", [5, 6]), Row("kind=any", [1, 2, 3, 4, 5, 6, 7]), Row("socket=7", [5, 6]),
      Row("direction=received", [5]), Row("fault=delay", [3]), Row("fault=f2&kind=any", [6]),
      Row("hasDeviations=true", [7]), Row("hasDeviations=false", [1, 2, 3, 4]),
      Row("remoteAddress=127.0.0.1", [1, 2, 3, 4, 7]),
      Row("remoteAddress=10.0.0.1", []),
    ])
  func parameters(_ row: Row) throws {
    let parameters = try QueryParameters(Array(row.text.utf8))
    let query = try JournalQueryReader.read(parameters, besides: [], kind: .exchange)
    #expect(numbers(try sample(), query) == row.numbers)
  }

  @Test(
    "by a match object",
    arguments: [
      Row("{}", [1, 2, 3, 4, 7]), Row(#"{"path":"/v1/auth/login"}"#, [1]), Row(#"{"status":404}"#, [3]),
      Row(#"{"status":"5xx"}"#, [4]), Row(#"{"header":{"X-Foo":"bar"}}"#, [2]), Row(#"{"header":{"x-foo":true}}"#, [2]),
      Row(#"{"header":{"X-Foo":false},"path":"/v1/**"}"#, [1, 3]), Row(#"{"query":{"page":2}}"#, [2]),
      Row(#"{"body":{"email":"a@b.co"}}"#, [1]), Row(#"{"body":{"/user/tags/1":"y"}}"#, [1]),
      Row(#"{"body":{"user.tags.0":"x"}}"#, [1]), Row(#"{"body":{"user":{"tags":["x","y"]}}}"#, [1]),
      Row(#"{"body":{"email":"other"}}"#, []), Row(#"{"body":{"name":"Ana M"}}"#, [7]),
      Row(#"{"body":{"type":"ping"},"kind":"frame"}"#, [5]), Row(#"{"hasDeviations":true}"#, [7]),
      Row(#"{"since":3}"#, [4, 7]),
    ])
  func match(_ row: Row) throws {
    let object = try #require(try JSONParser.parse(Array(row.text.utf8)).object)
    let query = try JournalQueryReader.read(object, kind: .exchange)
    #expect(numbers(try sample(), query) == row.numbers)
  }

  @Test(
    "are refused when they make no sense",
    arguments: [
      "status=999x", "status=", "status=0", "status=4", "status=9xx", "status=600", "status=6xx", "status=nope",
      "ending=reseted", "status=xx4", "since=yesterday", "since=-1", "until=+5",
      "kind=socket", "direction=up", "hasDeviations=maybe", "path=", "header=:x", "pth=/x", "body=x", "limit=5",
      "path=/" + String(repeating: "a", count: 3000), String(repeating: "api=a&", count: 65),
    ])
  func refusedParameters(text: String) throws {
    let parameters = try QueryParameters(Array(text.utf8))
    #expect(throws: Problem.self) { try JournalQueryReader.read(parameters, besides: [], kind: .exchange) }
  }

  @Test(
    "name the nearest parameter", arguments: [("pth", "path"), ("statuss", "status"), ("operationID", "operationId")])
  func nearest(given: String, meant: String) throws {
    let problem = #expect(throws: Problem.self) {
      try JournalQueryReader.read(JSONObject([(given, JSONValue.string("x"))]), kind: .exchange)
    }
    #expect(problem?.kind == .invalidParameter)
    #expect(problem?.message.contains("did you mean \"\(meant)\"?") == true)
  }

  @Test("explain what comes nearest, the fewest failures first")
  func nearMisses() throws {
    let match: JSONObject = [
      "path": "/v1/auth/logn", "method": "POST", "status": 200,
      "body": ["email": "z@b.co", "password": "s3cret-value"],
    ]
    let query = try JournalQueryReader.read(match, kind: .exchange)
    let misses = NearMiss.nearest(to: query, among: try sample().journal.contents().entries)
    #expect(misses.count == 5)
    #expect(misses.first?.view.entry.sequence == 1)
    #expect(
      misses.first?.reasons == [
        #"path was "/v1/auth/login", expected "/v1/auth/logn""#,
        #"body property email: "a@b.co", expected "z@b.co""#, "body property password is missing",
      ])
    #expect(misses.allSatisfy { miss in !miss.reasons.contains { $0.contains("s3cret") } })
    #expect(misses.contains { $0.reasons.contains("status was 404, expected 200") })
  }
}
