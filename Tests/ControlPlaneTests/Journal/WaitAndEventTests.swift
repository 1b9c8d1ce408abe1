import ControlPlane
import HTTPCore
import JSON
import ServerTestSupport
import Testing
import World

@Suite("Waiting for requests and following them")
struct WaitAndEventTests {
  /// Takes what a stream has until it ends; nil when it does not.
  private func content(_ stream: BodyStream) -> [UInt8]? {
    var bytes: [UInt8] = []
    let hasEnded = holds(withinSeconds: 10) {
      switch stream.take(upTo: 1 << 20) {
      case .bytes(let more): bytes += more
      case .nothingYet: break
      case .end, .broken: return true
      }
      return false
    }
    return hasEnded ? bytes : nil
  }

  @Test("a wait is over at once when there is enough already, or no time")
  func immediate() throws {
    let client = try JournalClient()
    try client.record()
    let enough = try client.call("POST", "/_mock/requests/wait", #"{"match":{}}"#)
    #expect(enough.stream == nil)
    #expect(enough.json == ["satisfied": true, "known": true, "count": 1, "expected": ["atLeast": 1]])
    let none = try client.call("POST", "/_mock/requests/wait", #"{"atLeast":2,"timeoutMilliseconds":0}"#)
    #expect(none.json["satisfied"] == false)
  }

  @Test("a wait is over when the last request comes, and lets go of everything")
  func satisfied() throws {
    let client = try JournalClient()
    try client.record()
    let response = try client.call("POST", "/_mock/requests/wait", #"{"match":{"path":"/v1/*"},"atLeast":3}"#)
    let stream = try #require(response.stream)
    try client.record("GET", "/posts")
    try client.record()
    #expect(stream.take(upTo: 100) == .nothingYet)
    try client.record()
    let answer = try JSONParser.parse(try #require(content(stream)))
    #expect(answer == ["satisfied": true, "known": true, "count": 3, "expected": ["atLeast": 3]])
    try client.record()
    #expect(stream.take(upTo: 100) == .end)
  }

  @Test("a wait for deviations hears of those that are found after the answer")
  func foundLater() throws {
    let client = try JournalClient()
    let response = try client.call("POST", "/_mock/requests/wait", #"{"match":{"hasDeviations":true}}"#)
    let stream = try #require(response.stream)
    client.world.journal.beginCheck()
    let pending = try client.record(awaitsAdditions: true)
    #expect(stream.take(upTo: 100) == .nothingYet)
    pending?.add([JournalExchange.Deviation(location: "body /emial", message: "is not documented")])
    client.world.journal.endCheck(hasFindings: true)
    let answer = try JSONParser.parse(try #require(content(stream)))
    #expect(answer == ["satisfied": true, "known": true, "count": 1, "expected": ["atLeast": 1]])
  }

  @Test("a wait is over after its time")
  func timeout() throws {
    let client = try JournalClient()
    let response = try client.call("POST", "/_mock/requests/wait", #"{"timeoutMilliseconds":20}"#)
    let stream = try #require(response.stream)
    let answer = try JSONParser.parse(try #require(content(stream)))
    #expect(answer["satisfied"] == false)
    #expect(answer["count"] == 0)
  }

  @Test("a wait does not count what is cleared meanwhile")
  func cleared() throws {
    let client = try JournalClient()
    try client.record()
    let response = try client.call(
      "POST", "/_mock/requests/wait", #"{"atLeast":2,"timeoutMilliseconds":60000}"#)
    let stream = try #require(response.stream)
    for _ in 0..<3 {
      client.world.journal.removeAll()
      try client.record()
      #expect(stream.take(upTo: 100) == .nothingYet)
    }
    try client.record()
    let answer = try JSONParser.parse(try #require(content(stream)))
    #expect(answer == ["satisfied": true, "known": true, "count": 2, "expected": ["atLeast": 2]])
  }

  @Test("a wait that ends behind the time counts what is there then")
  func clearedAtTheEnd() throws {
    let client = try JournalClient()
    var answer: JSONValue?
    for milliseconds in [100, 1000, 10_000] where answer == nil {
      for _ in 0..<2 { try client.record() }
      let response = try client.call(
        "POST", "/_mock/requests/wait", #"{"atLeast":3,"timeoutMilliseconds":\#(milliseconds)}"#)
      let stream = try #require(response.stream)
      client.world.journal.removeAll()
      // On a busy machine the time may have been over before.
      guard stream.take(upTo: 1) == .nothingYet else { continue }
      answer = try JSONParser.parse(try #require(content(stream)))
    }
    #expect(answer == ["satisfied": false, "known": true, "count": 0, "expected": ["atLeast": 3]])
  }

  @Test("a wait whose world is deleted says so", arguments: [false, true])
  func deletedWorld(isBefore: Bool) throws {
    let client = try JournalClient()
    try client.record()
    if isBefore { client.world.end() }
    let response = try client.call("POST", "/_mock/requests/wait", #"{"atLeast":2,"timeoutMilliseconds":60000}"#)
    client.world.end()
    let stream = try #require(response.stream)
    let answer = try JSONParser.parse(try #require(content(stream)))
    #expect(answer["satisfied"] == false)
    #expect(answer["known"] == false)
    #expect(answer["count"] == 1)
    #expect(answer["message"] == "not known: the world was deleted, or the server stopped")
  }

  @Test("a wait is in doubt about bodies that were cut while it waited")
  func cutBody() throws {
    let client = try JournalClient(JournalLimits(bodyBytes: 10))
    var answer: JSONValue?
    for milliseconds in [100, 1000, 10_000] where answer == nil {
      let response = try client.call(
        "POST", "/_mock/requests/wait",
        #"{"match":{"bodyContains":"the end"},"timeoutMilliseconds":\#(milliseconds)}"#)
      let stream = try #require(response.stream)
      try client.record("POST", bytes: Array("a long body and the end".utf8))
      guard stream.take(upTo: 1) == .nothingYet else { continue }
      answer = try JSONParser.parse(try #require(content(stream)))
    }
    #expect(answer?["satisfied"] == false)
    #expect(answer?["known"] == false)
  }

  @Test("a tail does not count what was cleared as missed")
  func clearedTail() throws {
    let client = try JournalClient()
    try client.record()
    let response = try client.call("GET", "/_mock/events")
    try client.record()
    client.world.journal.removeAll()
    try client.record()
    let text = String(decoding: response.allBytes, as: UTF8.self)
    #expect(text.contains("id: 3\n"))
    #expect(!text.contains("event: dropped"))
  }

  @Test("waits of clients that left make room for others")
  func abandoned() throws {
    let client = try JournalClient()
    for _ in 0..<(Journal.maximumObservers * 2) {
      let response = try client.call("POST", "/_mock/requests/wait", "{}")
      #expect(response.status == 200)
      response.stream?.abandon()
    }
    let open = try (0...Journal.maximumObservers).map { _ in try client.call("GET", "/_mock/events") }
    #expect(open.filter { $0.status == 429 }.count == 1)
    client.world.journal.close()
    #expect(open.compactMap(\.stream).allSatisfy { content($0) != nil })
  }

  @Test("requests that eight threads record are waited for without losing one")
  func concurrency() throws {
    let client = try JournalClient(JournalLimits(entries: 100_000))
    let waits = try (0..<20).map { _ in
      try client.call("POST", "/_mock/requests/wait", #"{"atLeast":800,"timeoutMilliseconds":60000}"#)
    }.compactMap(\.stream)
    #expect(waits.count == 20)
    let threads = (0..<8).map { _ in Background { for _ in 0..<100 { _ = try? client.record() } } }
    #expect(threads.allSatisfy { $0.wait(seconds: 30) })
    for wait in waits {
      let answer = try JSONParser.parse(try #require(content(wait)))
      #expect(answer["satisfied"] == true)
      #expect(answer["count"] == 800)
    }
  }

  @Test("events come one by one, with their number and kind")
  func events() throws {
    let client = try JournalClient()
    try client.record()
    let response = try client.call("GET", "/_mock/events?api=agrobridge")
    #expect(response.headers["Content-Type"] == "text/event-stream")
    let stream = try #require(response.stream)
    #expect(stream.take(upTo: 1000) == .bytes(Array(": events of world test\n\n".utf8)))
    try client.record("DELETE", "/v1/lotes/7", status: 204)
    client.recordFrame("of another API")
    let lines = String(decoding: response.allBytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["id: 2", "event: exchange"])
    #expect(lines.count == 5)
    let data = try JSONParser.parse(Array(lines[2].utf8.dropFirst("data: ".utf8.count)))
    #expect(data["method"] == "DELETE")
    #expect(data["status"] == 204)
  }

  @Test(
    "a tail goes on where it was, and says what is gone",
    arguments: [("1", ["id: 2", "id: 3"]), ("3", []), ("99", ["id: 2", "id: 3"]), ("0", ["id: 2", "id: 3"])]
      as [(String, [String])])
  func resuming(last: String, ids: [String]) throws {
    let client = try JournalClient(JournalLimits(entries: 2))
    for _ in 0..<3 { try client.record() }
    let text = String(
      decoding: try client.call("GET", "/_mock/events", headers: ["Last-Event-ID": last], "").allBytes, as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("id: ") } == ids.map { $0[...] })
    #expect(text.contains("event: dropped\ndata: {\"count\":1,\"by\":\"journal\"}") == ["0", "99"].contains(last))
  }

  @Test("a reader who is too slow is told how much it missed")
  func slowReader() throws {
    let client = try JournalClient()
    let response = try client.call("GET", "/_mock/events")
    let stream = try #require(response.stream)
    let long = "/v1/" + String(repeating: "x", count: 8000)
    for _ in 0..<300 { try client.record("GET", long) }
    let taken = String(decoding: response.allBytes, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("id: ")
    }
    try client.record()
    let rest = String(decoding: response.allBytes, as: UTF8.self)
    #expect(taken.count < 300)
    #expect(rest.contains("data: {\"count\":\(300 - taken.count),\"by\":\"reader\"}"))
    #expect(rest.contains("id: 301"))
    stream.abandon()
  }

  @Test("a tail without events is kept alive")
  func keepAlive() throws {
    let client = try JournalClient()
    let call = Call(
      request: Request(method: .get, target: try RequestTarget(Array("/_mock/events".utf8))),
      parameters: PathParameters(), world: client.world, principal: nil, perform: { _ in Response(status: 500) })
    let response = try EventEndpoint.events(call, keepAliveMilliseconds: 5)
    var text = ""
    #expect(
      holds(withinSeconds: 10) {
        text += String(decoding: response.allBytes, as: UTF8.self)
        return text.contains(": keep-alive\n\n")
      })
    response.stream?.abandon()
  }
}
