import Faults
import HTTPCore
import JSON
import Testing
import World

@Suite("A fault of requests")
struct RequestFaultTests {
  /// What comes out for an answer of an endpoint: a description that a table can hold.
  private func outcome(
    _ fault: String, _ response: Response = .json(["a": 1]), _ subject: FaultSubject? = nil
  ) throws -> String {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault))
    let withToken = try subject ?? Sample.subject(headers: ["Authorization": "Bearer t"])
    guard var plan = world.faults.plan(for: withToken) else { return "nothing" }
    do throws(Problem) {
      var answer = try plan.respond() ?? response
      plan.change(&answer)
      return describe(answer)
    } catch {
      let status = error.forcedStatus.map { "\($0)" }
      return ["problem", "\(error.kind)", status, error.headers["Retry-After"]].compactMap { $0 }.joined(separator: " ")
    }
  }

  private func describe(_ response: Response) -> String {
    var parts = ["\(response.status)", String(decoding: response.content.bytes, as: UTF8.self)]
    for name in ["Content-Type", "Retry-After", "X-A"] {
      if let value = response.headers[name], value != Response.jsonType { parts.append(value) }
    }
    if let delivery = response.delivery {
      if delivery.delayMilliseconds > 0 { parts.append("after \(delivery.delayMilliseconds) ms") }
      if let rate = delivery.bytesPerSecond { parts.append("\(rate) B/s") }
      if delivery.ending != .whole { parts.append("\(delivery.ending)") }
    }
    return parts.joined(separator: "|")
  }

  @Test(
    "does what it says",
    arguments: [
      (#"{"type":"status","status":204}"#, "204|"),
      (#"{"type":"status","status":200}"#, "200|"),
      (#"{"type":"status","status":503}"#, "problem unavailable 503"),
      (#"{"type":"status","status":429}"#, "problem rateLimited 429 30"),
      (#"{"type":"status","status":429,"headers":{"Retry-After":"7"}}"#, "problem rateLimited 429 7"),
      (#"{"type":"status","status":418}"#, "problem malformedRequest 418"),
      (#"{"type":"status","status":418,"body":"tea","headers":{"X-A":"b"}}"#, "418|tea|text/plain; charset=utf-8|b"),
      (#"{"type":"status","status":500,"body":{"x":[1]}}"#, #"500|{"x":[1]}"#),
      (#"{"type":"status","status":400,"body":"<p>","headers":{"content-type":"text/html"}}"#, "400|<p>|text/html"),
      (#"{"type":"delay","milliseconds":250}"#, #"200|{"a":1}|after 250 ms"#),
      (#"{"type":"delay","distribution":"uniform","minimum":7,"maximum":7}"#, #"200|{"a":1}|after 7 ms"#),
      (#"{"type":"delay","distribution":"lognormal","median":40,"sigma":0}"#, #"200|{"a":1}|after 40 ms"#),
      (#"{"type":"dribble","bytesPerSecond":10}"#, #"200|{"a":1}|10 B/s"#),
      (#"{"type":"empty"}"#, #"200|{"a":1}|empty"#),
      (#"{"type":"truncate"}"#, #"200|{"a":1}|truncated(after: 3)"#),
      (#"{"type":"truncate","after":2}"#, #"200|{"a":1}|truncated(after: 2)"#),
      (#"{"type":"truncate","after":2000}"#, #"200|{"a":1}|truncated(after: 6)"#),
      (#"{"type":"malformed"}"#, #"200|{"a":1{]"#),
      (#"{"type":"contentType"}"#, #"200|{"a":1}|text/html; charset=utf-8"#),
      (#"{"type":"contentType","contentType":"image/png"}"#, #"200|{"a":1}|image/png"#),
      (#"{"type":"patch","patch":{"a":null,"b":{"c":2}}}"#, #"200|{"b":{"c":2}}"#),
      (#"{"type":"patch","patch":[{"op":"add","path":"/b","value":2}],"status":201}"#, #"201|{"a":1,"b":2}"#),
      (#"{"type":"reset"}"#, #"200|{"a":1}|reset"#),
      (#"{"type":"timeout"}"#, #"200|{"a":1}|never"#),
      (#"{"type":"rateLimited"}"#, "problem rateLimited 30"),
      (#"{"type":"rateLimited","retryAfter":2}"#, "problem rateLimited 2"),
      (#"{"type":"unavailable","retryAfter":5}"#, "problem unavailable 503 5"),
      (#"{"type":"expiredToken"}"#, "problem tokenExpired"),
      (#"{"type":"invalidToken"}"#, "problem unauthenticated"),
      (#"{"type":"stale"}"#, #"200|{"a":1}"#),
      (#"{"type":"offline","seconds":30}"#, "503||reset"),
      (#"{"type":"halfOpen"}"#, "nothing"),
      (#"{"type":"refuseConnect","at":"handshake"}"#, "nothing"),
    ])
  func effects(fault: String, expected: String) throws {
    #expect(try outcome(fault) == expected)
  }

  @Test(
    "about tokens leaves calls without one alone",
    arguments: [#"{"type":"expiredToken"}"#, #"{"type":"invalidToken"}"#])
  func tokenless(fault: String) throws {
    #expect(try outcome(fault, .json(["a": 1]), Sample.subject()) == "nothing")
  }

  @Test(
    "that spoils JSON leaves nothing that parses",
    arguments: ["", "{}", "[1,2]", "\"x\"", "12", "true", "{\"a\":\"{]\"}\n"])
  func malformed(content: String) throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"malformed"}"#))
    var response = Response.json(Array(content.utf8))
    let subject = try Sample.subject()
    var plan = world.faults.plan(for: subject)
    plan?.change(&response)
    #expect(throws: (any Error).self) { try JSONParser.parse(response.content.bytes) }
  }

  @Test("of several kinds happens together: the first answer counts, every change does")
  func together() throws {
    let world = try Sample.world()
    for fault in [
      #"{"type":"delay","milliseconds":5}"#, #"{"type":"status","status":500,"body":"x"}"#,
      #"{"type":"status","status":404}"#, #"{"type":"delay","milliseconds":600000}"#,
      #"{"type":"dribble","bytesPerSecond":9}"#,
    ] { try world.faults.add(Sample.definition(fault)) }
    let subject = try Sample.subject()
    var plan = try #require(world.faults.plan(for: subject))
    let given = try plan.respond()
    var answer = try #require(given)
    plan.change(&answer)
    // The second status has no effect.
    #expect(plan.applied.map(\.id) == ["fault-1", "fault-2", "fault-4", "fault-5"])
    #expect(describe(answer) == "500|x|text/plain; charset=utf-8|after 600000 ms|9 B/s")
  }

  @Test("that is stale answers what was answered first, each call and account its own")
  func stale() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"stale"}"#))
    func answer(_ number: Int, _ path: String, account: String = "a") throws -> JSONValue {
      var response = Response.json(["n": .number(JSONNumber(number))])
      let subject = try Sample.subject("GET", path, account: account)
      var plan = world.faults.plan(for: subject)
      plan?.change(&response)
      return try #require(JSONParser.parse(response.content.bytes)["n"])
    }
    #expect(try answer(1, "/v1/lotes") == 1)
    #expect(try answer(2, "/v1/lotes") == 1)
    #expect(try answer(3, "/v1/lotes?page=2") == 3)
    #expect(try answer(4, "/v1/lotes", account: "b") == 4)
    let kept = world.faults.contents
    world.faults.replace(with: kept)
    #expect(try answer(5, "/v1/lotes") == 5)
  }

  @Test("of an invalid token spares those that were issued later")
  func issuedLater() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"invalidToken","issuedWithinSeconds":20}"#))
    func token(_ issuedAt: Int64) -> String {
      "e30.\(Base64URL.encode(Array(#"{"iat":\#(issuedAt)}"#.utf8))).x"
    }
    let now = world.clock.now.seconds
    for (issuedAt, isRefused) in [(now - 100, true), (now + 19, true), (now + 20, false), (Int64.max, false)] {
      let subject = try Sample.subject(headers: ["Authorization": "Bearer \(token(issuedAt))"])
      var plan = try #require(world.faults.plan(for: subject))
      let answer = Result { try plan.respond() }
      if isRefused {
        #expect(throws: Problem.self, "\(issuedAt)") { try answer.get() }
      } else {
        #expect(try answer.get()?.status == nil, "\(issuedAt)")
      }
    }
  }

  @Test("of an offline network ends with its time, and comes back when it is told to")
  func offline() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(#"{"type":"offline","seconds":20,"everySeconds":90}"#))
    let subject = try Sample.subject()
    var states: [Bool] = []
    for _ in 0..<20 {
      states.append(world.faults.plan(for: subject) != nil)
      world.advance(seconds: 10)
    }
    let period = [true, true, false, false, false, false, false, false, false]
    #expect(states == Array((period + period + period).prefix(20)))
  }

  @Test(
    "of a handshake answers it",
    arguments: [
      (#"{"type":"refuseConnect","at":"handshake","retryAfter":3}"#, 503), (#"{"type":"unavailable"}"#, 503),
      (#"{"type":"offline","seconds":1}"#, 503), (#"{"type":"reset"}"#, 503), (#"{"type":"status","status":403}"#, 403),
    ])
  func handshakes(fault: String, status: Int) throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault))
    let subject = try Sample.subject("GET", "/ws", headers: ["Upgrade": "websocket", "Connection": "Upgrade"])
    var plan = try #require(world.faults.plan(for: subject))
    var answered: Int?
    do throws(Problem) {
      answered = try plan.respond(isHandshake: true)?.status
    } catch {
      answered = error.forcedStatus
    }
    #expect(answered == status)
  }
}
