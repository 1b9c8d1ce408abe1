import HTTPCore
import JSON
import Testing
import World

@Suite("The list of requests")
struct RequestEndpointTests {
  @Test("shows what came and what was answered, the newest last")
  func list() throws {
    let client = try JournalClient()
    try client.record(
      "POST", "/v1/lotes?x=1", status: 201, headers: ["Content-Type": "application/json", "X-A": "1"],
      bytes: Array(#"{"nombre":"L","areaHectareas":1.50}"#.utf8), answer: .json(["id": "lote_1"]))
    try client.record("GET", "/v1/lotes/2", status: 404, operationID: nil)
    let answer = try client.call("GET", "/_mock/requests").json
    #expect(answer["total"] == 2)
    #expect(answer["dropped"] == 0)
    let first = answer["requests"]?.array?.first
    #expect(first?["id"] == 1)
    #expect(first?["method"] == "POST")
    #expect(first?["path"] == "/v1/lotes")
    #expect(first?["query"] == "x=1")
    #expect(first?["status"] == 201)
    #expect(first?["time"] == "2023-11-14T22:13:20.000Z")
    #expect(first?["durationMicroseconds"] == 1500)
    #expect(first?["request"]?["body"] == ["nombre": "L", "areaHectareas": 1.50])
    #expect(first?["request"]?["encoding"] == "json")
    #expect(first?["request"]?["headers"]?["X-A"] == "1")
    #expect(first?["response"]?["body"] == ["id": "lote_1"])
    #expect(first?["ending"] == "whole")
    #expect(try client.call("GET", "/_mock/requests/2").json["status"] == 404)
  }

  @Test(
    "is cut to its limit, in either order",
    arguments: [
      ("limit=2", [4, 5]), ("limit=2&order=desc", [5, 4]), ("limit=0", []), ("order=desc", [5, 4, 3, 2, 1]),
    ] as [(String, [Int])])
  func limits(query: String, numbers: [Int]) throws {
    let client = try JournalClient()
    for _ in 0..<5 { try client.record() }
    let answer = try client.call("GET", "/_mock/requests?\(query)").json
    #expect(answer["total"] == 5)
    #expect(answer["requests"]?.array?.compactMap { $0["id"]?.number?.integer } == numbers)
  }

  @Test("shows how an answer ended, its faults, its deviations, and what was cut")
  func details() throws {
    let client = try JournalClient(JournalLimits(bodyBytes: 10))
    var answer = Response.json(["a": "0123456789"])
    answer.delivery = ResponseDelivery()
    answer.delivery?.ending = .truncated(after: 3)
    answer.delivery?.delayMilliseconds = 250
    let deviations = [
      JournalExchange.Deviation(location: "query/pag", message: "is not documented; did you mean \"page\"?"),
      JournalExchange.Deviation(location: "body/password", message: "\"hunter2\" is too short"),
    ]
    try client.record(
      answer: answer, deviations: deviations,
      transmission: Transmission(.truncated, hasHead: true, contentBytes: 3))
    let shown = try client.call("GET", "/_mock/requests/1").json
    #expect(shown["ending"] == "truncated")
    #expect(shown["response"]?["truncated"] == true)
    #expect(shown["response"]?["bodyBytes"] == 18)
    #expect(shown["response"]?["delayMilliseconds"] == 250)
    #expect(shown["sentBytes"] == 3)
    #expect(shown["durationMicroseconds"] == 2500)
    #expect(shown["deviations"]?.array?.count == 2)
    #expect(shown["deviations"]?.array?.last?["message"] == "\"[redacted]\" is too short")
  }

  @Test("is empty after it was cleared")
  func clear() throws {
    let client = try JournalClient()
    try client.record()
    #expect(try client.call("DELETE", "/_mock/requests").status == 204)
    #expect(try client.call("GET", "/_mock/requests").json["total"] == 0)
    #expect(try client.call("GET", "/_mock/requests/1").status == 404)
    #expect(try client.call("POST", "/_mock/requests/count", #"{"match":{}}"#).json == ["count": 0, "known": true])
  }

  struct Verification: Sendable, CustomTestStringConvertible {
    let body: String
    let isSatisfied: Bool
    let count: Int

    var testDescription: String { body }
  }

  @Test(
    "is verified by counting",
    arguments: [
      Verification(body: #"{"match":{"path":"/v1/lotes"}}"#, isSatisfied: true, count: 3),
      Verification(body: #"{"match":{"path":"/v1/lotes"},"exactly":3}"#, isSatisfied: true, count: 3),
      Verification(body: #"{"match":{"path":"/v1/lotes"},"exactly":2}"#, isSatisfied: false, count: 3),
      Verification(body: #"{"match":{"path":"/v1/lotes"},"atMost":2}"#, isSatisfied: false, count: 3),
      Verification(body: #"{"match":{"path":"/v1/lotes"},"atLeast":2,"atMost":4}"#, isSatisfied: true, count: 3),
      Verification(body: #"{"match":{"path":"/v1/lotes","status":500},"atLeast":1}"#, isSatisfied: false, count: 0),
      Verification(body: #"{"match":{"method":"DELETE"},"exactly":0}"#, isSatisfied: true, count: 0),
      Verification(body: #"{"match":{"method":"DELETE"},"atMost":0}"#, isSatisfied: true, count: 0),
      Verification(body: "{}", isSatisfied: true, count: 3),
    ])
  func verify(_ row: Verification) throws {
    let client = try JournalClient()
    for _ in 0..<3 { try client.record() }
    let answer = try client.call("POST", "/_mock/requests/verify", row.body).json
    #expect(answer["satisfied"] == .bool(row.isSatisfied))
    #expect(answer["count"] == .number(JSONNumber(row.count)))
  }

  @Test(
    "is undecided only where the forgotten could decide it",
    arguments: [
      (#"{"exactly":3}"#, false, false), (#"{"atLeast":3}"#, true, true), (#"{"atMost":3}"#, false, false),
      (#"{"exactly":8}"#, false, false), (#"{"exactly":11}"#, false, true), (#"{"atLeast":4}"#, false, false),
      (#"{"atMost":10}"#, true, true), (#"{"atMost":2}"#, false, true),
      (#"{"match":{"since":7},"exactly":3}"#, true, true),
      (#"{"match":{"since":6},"exactly":3}"#, false, false),
      (#"{"match":{"kind":"frame"},"exactly":0}"#, true, true),
    ])
  func overflow(body: String, isSatisfied: Bool, isKnown: Bool) throws {
    let client = try JournalClient(JournalLimits(entries: 3))
    for _ in 0..<10 { try client.record() }
    let answer = try client.call("POST", "/_mock/requests/verify", body).json
    #expect(answer["satisfied"] == .bool(isSatisfied))
    #expect(answer["known"] == .bool(isKnown))
    let message = answer["message"]?.string
    #expect(message?.hasPrefix("not known: 7 exchanges were dropped") ?? isKnown)
    let wait = try client.call("POST", "/_mock/requests/wait", #"{"atLeast":4,"timeoutMilliseconds":0}"#).json
    #expect(wait["known"] == false)
    let count = try client.call("POST", "/_mock/requests/count", "{}").json
    #expect(count["count"] == 3)
    #expect(count["known"] == false)
    #expect(try client.call("POST", "/__admin/requests/count", "{}").json["requestJournalDisabled"] == true)
    _ = try client.call("DELETE", "/_mock/requests")
    #expect(try client.call("POST", "/_mock/requests/verify", #"{"exactly":0}"#).json["satisfied"] == true)
  }

  @Test("is undecided where the end of a body was cut, and where there is no journal")
  func notKnown() throws {
    let client = try JournalClient(JournalLimits(bodyBytes: 10))
    try client.record("POST", bytes: Array(#"{"nombre":"Lote Nuevo"}"#.utf8))
    let match = #"{"match":{"body":{"nombre":"Lote Nuevo"}},"exactly":0}"#
    #expect(try client.call("POST", "/_mock/requests/verify", match).json["known"] == false)
    let other = #"{"match":{"method":"GET","body":{"nombre":"Lote Nuevo"}},"exactly":0}"#
    #expect(try client.call("POST", "/_mock/requests/verify", other).json["satisfied"] == true)
    let off = try JournalClient(.off).call("POST", "/_mock/requests/verify", #"{"exactly":0}"#).json
    #expect(off["satisfied"] == false)
    #expect(off["known"] == false)
  }

  @Test("explains what was nearest when a verification fails")
  func explanation() throws {
    let client = try JournalClient()
    try client.record("GET", "/v1/lotes", status: 401)
    try client.record("GET", "/v2/everything")
    let answer = try client.call("POST", "/_mock/requests/verify", #"{"match":{"path":"/v1/lotes","status":200}}"#)
      .json
    let nearest = answer["nearest"]?.array
    #expect(nearest?.count == 2)
    #expect(nearest?.first?["reasons"] == ["status was 401, expected 200"])
    #expect(nearest?.first?["request"]?["id"] == 1)
    #expect(answer["expected"] == ["atLeast": 1])
  }
}
