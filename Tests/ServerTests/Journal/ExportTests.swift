import HTTPCore
import JSON
import Testing
import World

@Suite("The journal in other formats")
struct ExportTests {
  private func desk() throws -> JournalDesk {
    let desk = try JournalDesk()
    try desk.record(
      "POST", "/v1/lotes?q=a%20b", status: 201,
      headers: ["Host": "localhost:3000", "Content-Type": "application/json"],
      bytes: Array(#"{"nombre":"Lote","tags":["b","a"],"n":7}"#.utf8), answer: .json(["id": "lote_1"]))
    desk.recordFrame("SEND\ndestination:/x\n\n\u{0}")
    try desk.record("GET", "/v1/nothing", status: 404, operationID: nil)
    return desk
  }

  @Test("a HAR file holds the exchanges", arguments: ["/_mock/har", "/_mock/requests.har"])
  func har(path: String) throws {
    let log = try desk().call("GET", path).json["log"]
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
    #expect(try desk().call("GET", "\(path)?status=404").json["log"]?["entries"]?.array?.count == 1)
  }

  @Test("WireMock's list shows the newest first")
  func list() throws {
    let answer = try desk().call("GET", "/__admin/requests").json
    #expect(answer["meta"]?["total"] == 2)
    #expect(answer["requestJournalDisabled"] == false)
    let events = answer["requests"]?.array
    #expect(events?.map { $0["wasMatched"] } == [false, true])
    #expect(events?.last?["id"] == "00000000-0000-4000-8000-000000000001")
    #expect(events?.last?["request"]?["url"] == "/v1/lotes?q=a%20b")
    #expect(events?.last?["request"]?["absoluteUrl"] == "http://localhost:3000/v1/lotes?q=a%20b")
    #expect(events?.last?["request"]?["loggedDate"] == 1_700_000_000_000)
    #expect(events?.last?["response"]?["status"] == 201)
    #expect(try desk().call("GET", "/__admin/requests?limit=1&unmatched=true").json["requests"]?.array?.count == 1)
    #expect(
      try desk().call("GET", "/__admin/requests/unmatched").json["requests"]?.array?.first?["url"] == "/v1/nothing")
  }

  @Test("WireMock's health and reset answer as there")
  func health() throws {
    let desk = try desk()
    #expect(try desk.call("GET", "/__admin/health").json["status"] == "healthy")
    #expect(try desk.call("POST", "/__admin/reset").json == [:])
    #expect(desk.resetCount == 1)
    #expect(try desk.call("POST", "/__admin/requests/reset").status == 200)
    #expect(try desk.call("POST", "/__admin/requests/count", "{}").json["count"] == 0)
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
    let desk = try desk()
    #expect(try desk.call("POST", "/__admin/requests/count", pattern).json["count"] == .number(JSONNumber(count)))
    #expect(try desk.call("POST", "/__admin/requests/find", pattern).json["requests"]?.array?.count == count)
  }
}
