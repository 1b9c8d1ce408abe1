import Faults
import HTTPCore
import JSON
import Testing
import World

@Suite("Hostile faults")
struct HostileFaultTests {
  private static let values: [JSONValue] = [
    nil, true, "", "NaN", "\u{0}", [], ["x"], [:], ["a": [1]], 0, -1, 1, 1.5, 9_223_372_036_854_775_807,
  ]

  /// Numbers that no literal of Swift spells.
  private static let numbers = ["1e400", "-1e400", "1e-400", "9223372036854775808", "-0", "1E+99999999999", "0.1e1"]

  @Test("are refused as values, whatever stands in any field", arguments: FaultCatalogue.types.map { $0.name })
  func fields(name: String) throws {
    let type = try #require(FaultCatalogue.types.first { $0.name == name })
    let values = try Self.values + Self.numbers.map { try JSONParser.parse(Array($0.utf8)) }
    for field in type.fields {
      for value in values {
        let object: JSONObject = ["fault": ["type": .string(name), field.name: value]]
        try exercise(object)
      }
    }
    let unknown = try Sample.object(#"{"type":"\#(name)","unknwon":1}"#)
    let problem = #expect(throws: Problem.self) { try FaultCatalogue.fault(unknown) }
    #expect(problem?.kind == .validation)
  }

  @Test("have a type that is known", arguments: [#"{}"#, #"{"type":3}"#, #"{"type":"statsu"}"#, #"{"type":null}"#])
  func types(json: String) throws {
    let object = try Sample.object(json)
    let problem = #expect(throws: Problem.self) { try FaultCatalogue.fault(object) }
    #expect(problem?.kind.status == 400)
    #expect(problem?.message.contains("malformed, contentType") == true)
    #expect(problem?.message.contains("\"status\"?") == json.contains("statsu"))
  }

  @Test(
    "are refused with the field's name",
    arguments: [
      (#"{"fault":{"type":"status","status":503},"times":0}"#, "times"),
      (#"{"fault":{"type":"status","status":503},"probability":1.1}"#, "probability"),
      (#"{"fault":{"type":"status","status":503},"probability":"1"}"#, "probability"),
      (#"{"fault":{"type":"status","status":503},"after":-1}"#, "after"),
      (#"{"fault":{"type":"status","status":503},"id":"a/b"}"#, "id"),
      (#"{"fault":{"type":"status","status":503},"tims":1}"#, "tims"),
      (#"{"fault":3}"#, "fault"), (#"{}"#, "fault"), (#"{"match":[],"fault":{"type":"reset"}}"#, "match"),
      (#"{"fault":{"type":"status"}}"#, "status"), (#"{"fault":{"type":"status","status":600}}"#, "status"),
      (#"{"fault":{"type":"status","status":200,"headers":{"Content-Length":"1"}}}"#, "headers"),
      (#"{"fault":{"type":"status","status":200,"headers":{"A":"b\r\nC: d"}}}"#, "headers"),
      (#"{"fault":{"type":"status","status":200,"headers":{"A b":"c"}}}"#, "headers"),
      (#"{"fault":{"type":"contentType","contentType":"a\nb"}}"#, "contentType"),
      (#"{"fault":{"type":"delay"}}"#, "milliseconds"),
      (#"{"fault":{"type":"delay","milliseconds":600001}}"#, "milliseconds"),
      (#"{"fault":{"type":"delay","distribution":"normal"}}"#, "distribution"),
      (#"{"fault":{"type":"delay","distribution":"uniform","minimum":5,"maximum":4}}"#, "maximum"),
      (#"{"fault":{"type":"dribble","bytesPerSecond":0}}"#, "bytesPerSecond"),
      (#"{"fault":{"type":"offline","seconds":30,"everySeconds":30}}"#, "everySeconds"),
      (#"{"fault":{"type":"close","code":1006}}"#, "code"), (#"{"fault":{"type":"close","code":65536}}"#, "code"),
      (#"{"fault":{"type":"dropMessage","nth":1,"every":2}}"#, "every"),
    ])
  func conditions(json: String, field: String) throws {
    let object = try Sample.object(json)
    let problem = #expect(throws: Problem.self) { try FaultCatalogue.definition(object) }
    #expect(problem?.kind == .validation)
    #expect(problem?.details.first == Problem.Detail("field", field))
  }

  @Test("made of chance never do harm", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    let chance = WorldRandom(seed: seed)
    for _ in 0..<50 { try exercise(randomDefinition(chance)) }
  }

  @Test("of a state that is read again are refused as values", arguments: 0..<10 as Range<UInt64>)
  func records(seed: UInt64) throws {
    let chance = WorldRandom(seed: seed)
    for _ in 0..<50 {
      var object: JSONObject = ["id": "x", "definition": ["fault": ["type": "status", "status": 500]], "ordinal": 1]
      let name = pick(["id", "set", "ordinal", "matches", "applications", "ageNanoseconds", "exhausted"], chance)
      object[name] = pick(Self.values, chance)
      guard let record = try attempt({ () throws(Problem) in try FaultCatalogue.record(object) }) else { continue }
      let world = try Sample.world()
      world.faults.replace(with: [record, record])
      try use(world)
    }
  }

  // MARK: Chance

  private func pick<Element>(_ list: [Element], _ chance: WorldRandom) -> Element {
    list[Int(chance.next() % UInt64(list.count))]
  }

  private func randomDefinition(_ chance: WorldRandom) throws -> JSONObject {
    let type = pick(FaultCatalogue.types, chance)
    var fault: JSONObject = ["type": .string(type.name)]
    for field in type.fields where field.isRequired || chance.unit() < 0.4 { fault[field.name] = value(chance) }
    var object: JSONObject = ["fault": .object(fault)]
    for name in ["id", "match", "after", "times", "probability", "afterSeconds", "forSeconds"]
    where chance.unit() < 0.2 { object[name] = value(chance) }
    return object
  }

  /// Mostly numbers that are in range somewhere, so that many faults come to be.
  private func value(_ chance: WorldRandom) -> JSONValue {
    switch chance.unit() {
    case ..<0.6: .number(JSONNumber(Int(chance.next() % 700)))
    case ..<0.7: pick(["uniform", "lognormal", "both", "incoming", "handshake", "x"], chance)
    default: pick(Self.values, chance)
    }
  }

  // MARK: Use

  private func attempt<Value>(_ body: () throws(Problem) -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      #expect((400..<500).contains(error.kind.status))
      return nil
    }
  }

  /// Adds what can be added, and lets it happen.
  private func exercise(_ object: JSONObject) throws {
    guard let definition = try attempt({ () throws(Problem) in try FaultCatalogue.definition(object) }) else { return }
    let world = try Sample.world()
    let early = try FakeSocket(world)
    try world.faults.add(definition)
    early.send("a")
    try use(world)
    early.finishDelays()
  }

  private func use(_ world: World) throws {
    let socket = try FakeSocket(world, greeting: "hello")
    for text in ["ping", "\n", "CONNECT\n\n\0", ""] {
      let subject = try Sample.subject(headers: ["Authorization": "Bearer a.b.c", "Upgrade": "websocket"])
      if var plan = world.faults.plan(for: subject) {
        _ = try? plan.respond(isHandshake: true)
        var response = (try? plan.respond()) ?? Response.json(Array(text.utf8))
        plan.change(&response)
        #expect((100...599).contains(response.status))
        if let delivery = response.delivery { #expect((0...600_000).contains(delivery.delayMilliseconds)) }
      }
      socket.send(text)
      socket.receive(text)
      world.advance(seconds: 7)
    }
    socket.finishDelays()
    world.faults.replace(with: world.faults.contents)
    socket.end()
    world.faults.removeAll()
    #expect(!world.faults.isActive)
  }
}
