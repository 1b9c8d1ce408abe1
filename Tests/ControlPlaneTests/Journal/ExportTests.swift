import HTTPCore
import JSON
import ServerTestSupport
import Testing
import World

@Suite("The journal in other formats")
struct ExportTests {
  private func client() throws -> JournalClient {
    let client = try JournalClient()
    try client.record(
      "POST", "/v1/lotes?q=a%20b", status: 201,
      headers: ["Host": "localhost:3000", "Content-Type": "application/json"],
      bytes: Array(#"{"nombre":"Lote","tags":["b","a"],"n":7}"#.utf8), answer: .json(["id": "lote_1"]))
    client.recordFrame("SEND\ndestination:/x\n\n\u{0}")
    try client.record("GET", "/v1/nothing", status: 404, operationID: nil)
    return client
  }

  @Test("a HAR file holds the exchanges", arguments: ["/_mock/har", "/_mock/requests.har"])
  func har(path: String) throws {
    let log = try client().call("GET", path).json["log"]
    #expect(log?["version"] == "1.2")
    #expect(log?["creator"] == ["name": "mock-api", "version": "9.9"])
    #expect(log?["entries"]?.array?.count == 2)
    let entry = log?["entries"]?.array?.first
    #expect(entry?["startedDateTime"] == "2023-11-14T22:13:20.000Z")
    #expect(entry?["time"] == 1.5)
    #expect(entry?["request"]?["url"] == "http://localhost:3000/v1/lotes?q=a%20b")
    #expect(entry?["request"]?["queryString"] == [["name": "q", "value": "a b"]])
    #expect(entry?["request"]?["postData"]?["mimeType"] == "application/json")
    #expect(entry?["response"]?["content"]?["text"] == #"{"id":"lote_1"}"#)
    for member in ["request", "response", "cache", "timings"] { #expect(entry?[member]?.object != nil) }
    #expect(try client().call("GET", "\(path)?status=404").json["log"]?["entries"]?.array?.count == 1)
  }

  @Test("a HAR file holds all exchanges however many, and little of it waits", arguments: ["asc", "desc"])
  func manyExchanges(order: String) throws {
    let client = try JournalClient(JournalLimits(entries: 15_000, bytes: 1 << 30))
    let answer = Response.json(Array(repeating: UInt8(ascii: "7"), count: 400))
    for number in 0..<12_000 {
      try client.record("GET", "/v1/lotes/\(number)", answer: answer)
      if number % 100 == 0 { client.recordFrame("not in it") }
    }
    let response = try client.call("GET", "/_mock/har?order=\(order)")
    // What the journal drops and forgets from now on is in the file all the same.
    client.world.journal.removeAll()
    let stream = try #require(response.stream)
    var (bytes, most): ([UInt8], Int) = ([], 0)
    let hasEnded = holds(withinSeconds: 60) {
      while true {
        most = max(most, stream.waitingBytes)
        switch stream.take(upTo: 16 << 10) {
        case .bytes(let more): bytes += more
        case .nothingYet: return false
        case .end, .broken: return true
        }
      }
    }
    #expect(hasEnded)
    let entries = try JSONParser.parse(bytes)["log"]?["entries"]?.array ?? []
    let paths = entries.map { $0["request"]?["url"]?.string?.split(separator: "/").last.map(String.init) }
    let numbers = (0..<12_000).map { Optional("\($0)") }
    #expect(paths == (order == "asc" ? numbers : numbers.reversed()))
    #expect(bytes.count > 10 << 20)
    #expect(most < 1 << 20, "\(most) bytes waited")
  }

  @Test("a HAR file of the newest so many holds those that are meant")
  func newestExchanges() throws {
    let client = try JournalClient(JournalLimits(entries: 15_000, bytes: 1 << 30))
    for number in 0..<12_000 { try client.record("GET", "/v1/\(number % 2 == 0 ? "lotes" : "bloques")/\(number)") }
    let log = try client.call("GET", "/_mock/har?path=/v1/lotes/*&limit=3").json["log"]
    let paths = log?["entries"]?.array?.compactMap { $0["request"]?["url"]?.string?.split(separator: "/").last }
    #expect(paths == ["11994", "11996", "11998"])
    #expect(try client.call("GET", "/_mock/har?limit=0").json["log"]?["entries"] == [])
    #expect(try client.call("GET", "/_mock/har?limit=11000").json["log"]?["entries"]?.array?.count == 11_000)
  }

  @Test("a HAR file is written no further than its client takes it, and an export ends with its client")
  func abandonedExport() throws {
    let client = try JournalClient(JournalLimits(entries: 5000, bytes: 1 << 30))
    let answer = Response.json(Array(repeating: UInt8(ascii: "7"), count: 4000))
    for _ in 0..<4000 { try client.record(answer: answer) }
    weak var released: BodyStream?
    do {
      let stream = try #require(try client.call("GET", "/_mock/har").stream)
      #expect(holds(withinSeconds: 10) { stream.waitingBytes >= 128 << 10 })
      released = stream
      stream.abandon()
    }
    #expect(holds(withinSeconds: 10) { released == nil })
  }

  @Test("WireMock's list shows the newest first")
  func list() throws {
    let answer = try client().call("GET", "/__admin/requests").json
    #expect(answer["meta"]?["total"] == 2)
    #expect(answer["requestJournalDisabled"] == false)
    let events = answer["requests"]?.array
    #expect(events?.map { $0["wasMatched"] } == [false, true])
    #expect(events?.last?["id"] == "00000000-0000-4000-8000-000000000001")
    #expect(events?.last?["request"]?["url"] == "/v1/lotes?q=a%20b")
    #expect(events?.last?["request"]?["absoluteUrl"] == "http://localhost:3000/v1/lotes?q=a%20b")
    #expect(events?.last?["request"]?["loggedDate"] == 1_700_000_000_000)
    #expect(events?.last?["response"]?["status"] == 201)
    #expect(try client().call("GET", "/__admin/requests?limit=1&unmatched=true").json["requests"]?.array?.count == 1)
    #expect(
      try client().call("GET", "/__admin/requests/unmatched").json["requests"]?.array?.first?["url"] == "/v1/nothing")
  }

  @Test("WireMock's health and reset answer as there")
  func health() throws {
    let client = try client()
    #expect(try client.call("GET", "/__admin/health").json["status"] == "healthy")
    #expect(try client.call("POST", "/__admin/reset").json == [:])
    #expect(client.resetCount == 1)
    #expect(try client.call("POST", "/__admin/requests/reset").status == 200)
    #expect(try client.call("POST", "/__admin/requests/count", "{}").json["count"] == 0)
  }

  @Test(
    "WireMock's patterns find requests",
    arguments: [
      ("{}", 2), (#"{"method":"ANY"}"#, 2), (#"{"method":"POST"}"#, 1), (#"{"url":"/v1/lotes?q=a%20b"}"#, 1),
      (#"{"url":"/v1/lotes"}"#, 0), (#"{"urlPath":"/v1/lotes"}"#, 1), (#"{"urlPattern":"/v1/lotes[?].*"}"#, 1),
      (#"{"urlPathPattern":"/v1/[a-z]+"}"#, 2), (#"{"urlPathPattern":"/v1"}"#, 0),
      (#"{"urlPathTemplate":"/v1/{x}"}"#, 2),
      (#"{"queryParameters":{"q":{"equalTo":"a b"}}}"#, 1), (#"{"queryParameters":{"q":{"absent":true}}}"#, 1),
      (#"{"headers":{"content-type":{"contains":"json"}}}"#, 1),
      (#"{"headers":{"Content-Type":{"equalTo":"APPLICATION/JSON","caseInsensitive":true}}}"#, 1),
      (#"{"headers":{"Content-Type":{"doesNotMatch":".*json"}}}"#, 1),
      (#"{"headers":{"Content-Type":{"matches":"json"}}}"#, 0),
      (#"{"bodyPatterns":[{"contains":"Lote"}]}"#, 1), (#"{"bodyPatterns":[{"matches":".*\"n\":[0-9]+.*"}]}"#, 1),
      (#"{"bodyPatterns":[{"equalToJson":"{\"n\":7,\"nombre\":\"Lote\",\"tags\":[\"b\",\"a\"]}"}]}"#, 1),
      (#"{"bodyPatterns":[{"equalToJson":{"n":7.0}}]}"#, 0),
      (#"{"bodyPatterns":[{"equalToJson":{"n":7.0},"ignoreExtraElements":true}]}"#, 1),
      (#"{"bodyPatterns":[{"equalToJson":{"tags":["a","b"]},"ignoreExtraElements":true}]}"#, 0),
      (#"{"bodyPatterns":[{"equalToJson":{"tags":["a","b"]},"ignoreExtraElements":true,"ignoreArrayOrder":true}]}"#, 1),
    ])
  func patterns(pattern: String, count: Int) throws {
    let client = try client()
    #expect(try client.call("POST", "/__admin/requests/count", pattern).json["count"] == .number(JSONNumber(count)))
    #expect(try client.call("POST", "/__admin/requests/find", pattern).json["requests"]?.array?.count == count)
  }

  /// Every call of WireMock's that shows or counts requests.
  private func wireMockCalls(_ pattern: String) -> [(method: String, path: String, body: String)] {
    [
      ("GET", "/__admin/requests", ""), ("POST", "/__admin/requests/count", pattern),
      ("POST", "/__admin/requests/find", pattern), ("GET", "/__admin/requests/unmatched", ""),
    ]
  }

  @Test("WireMock's clients hear from every call that requests were dropped")
  func wireMockOverflow() throws {
    let client = try JournalClient(JournalLimits(entries: 3))
    for isOver in [false, true] {
      for _ in 0..<3 { try client.record() }
      for (method, path, body) in wireMockCalls("{}") {
        let answer = try client.call(method, path, body).json
        #expect(answer["requestJournalDisabled"] == .bool(isOver), "\(method) \(path)")
      }
    }
    // Only what came before the time is missing.
    let since = "2023-11-14T22:13:21Z"
    #expect(try client.call("GET", "/__admin/requests?since=\(since)").json["requestJournalDisabled"] == false)
    client.world.journal.removeAll()
    for (method, path, body) in wireMockCalls("{}") {
      #expect(try client.call(method, path, body).json["requestJournalDisabled"] == false, "\(method) \(path)")
    }
  }

  @Test("WireMock's list has all requests unless it is limited")
  func wireMockListIsComplete() throws {
    let client = try JournalClient(JournalLimits(entries: 11_000, bytes: 1 << 30))
    for _ in 0..<10_100 { try client.record() }
    #expect(try client.call("GET", "/__admin/requests").json["requests"]?.array?.count == 10_100)
  }

  /// Patterns of a body that begins with `{"name":"Ann","note":"xxx` and goes on behind what was kept; nil for a count
  /// that is not known.
  private static let patternsOfCutBody: [(String, Int?)] = [
    (#"{"bodyPatterns":[{"contains":"\"Ann\""}]}"#, 1), (#"{"bodyPatterns":[{"doesNotContain":"\"Ann\""}]}"#, 0),
    (#"{"bodyPatterns":[{"contains":"the end"}]}"#, nil), (#"{"bodyPatterns":[{"doesNotContain":"nothing"}]}"#, nil),
    (#"{"bodyPatterns":[{"equalTo":"short"}]}"#, 0), (#"{"bodyPatterns":[{"absent":true}]}"#, 0),
    (#"{"bodyPatterns":[{"absent":false}]}"#, 1), (#"{"bodyPatterns":[{"matches":".*the end.*"}]}"#, nil),
    (#"{"bodyPatterns":[{"equalToJson":{"name":"Ann"},"ignoreExtraElements":true}]}"#, nil),
    // The rest of the pattern decides.
    (#"{"method":"DELETE","bodyPatterns":[{"contains":"the end"}]}"#, 0),
    (#"{"bodyPatterns":[{"contains":"the end"},{"equalTo":"short"}]}"#, 0),
  ]

  @Test("WireMock's patterns do not judge what was cut off a body", arguments: patternsOfCutBody)
  func wireMockCutBody(pattern: String, count: Int?) throws {
    let client = try JournalClient(JournalLimits(bodyBytes: 100))
    let body = #"{"name":"Ann","note":""# + String(repeating: "x", count: 200) + #"","last":"the end"}"#
    try client.record("POST", "/v1/lotes", headers: ["Content-Type": "application/json"], bytes: Array(body.utf8))
    for path in ["count", "find"] {
      let answer = try client.call("POST", "/__admin/requests/\(path)", pattern).json
      #expect(answer["requestJournalDisabled"] == .bool(count == nil), "\(path)")
      guard let count else { continue }
      #expect(answer["count"]?.number?.integer ?? answer["requests"]?.array?.count == count)
    }
    // The whole text is of the right length and begins so: the rest decides.
    let whole = JSONWriter.serialize(.object(["bodyPatterns": [["equalTo": .string(body)]]]))
    #expect(
      try client.call("POST", "/__admin/requests/count", bytes: whole).json["requestJournalDisabled"] == true)
  }
}
