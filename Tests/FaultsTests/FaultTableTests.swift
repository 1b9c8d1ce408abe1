import Faults
import HTTPCore
import JSON
import Testing
import World

@Suite("The faults of a world")
struct FaultTableTests {
  private let fault = #"{"type":"status","status":503}"#

  /// Which of so many requests the faults happen to.
  private func pattern(_ world: World, _ count: Int) throws -> [Bool] {
    let subject = try Sample.subject()
    return (0..<count).map { _ in
      var plan = world.faults.plan(for: subject)
      _ = try? plan?.respond()
      return plan?.applied.isEmpty == false
    }
  }

  @Test("happen to nothing while there are none, and nobody is asked what the request is")
  func none() throws {
    let world = try Sample.world()
    var isAsked = false
    let subject = try Sample.subject()
    func asked() -> FaultSubject {
      isAsked = true
      return subject
    }
    #expect(world.faults.plan(for: asked()) == nil)
    #expect(!isAsked)
    try world.faults.add(Sample.definition(fault))
    #expect(world.faults.plan(for: asked()) != nil)
    world.faults.removeAll()
    isAsked = false
    #expect(world.faults.plan(for: asked()) == nil)
    #expect(!isAsked)
  }

  @Test(
    "are counted: after lets matches pass, times is how often it happens",
    arguments: [
      ("", [true, true, true, true, true]), (#""after":2"#, [false, false, true, true, true]),
      (#""times":2"#, [true, true, false, false, false]),
      (#""after":1,"times":1"#, [false, true, false, false, false]),
      (#""probability":0"#, [false, false, false, false, false]),
      (#""probability":1"#, [true, true, true, true, true]),
      (#""match":{"method":"POST"}"#, [false, false, false, false, false]),
    ])
  func counting(conditions: String, expected: [Bool]) throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault, conditions))
    #expect(try pattern(world, 5) == expected)
  }

  @Test("cost nothing any more once they have happened as often as they shall")
  func exhausted() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault, #""times":1"#))
    #expect(world.faults.isActive)
    _ = try pattern(world, 2)
    #expect(!world.faults.isActive)
    let record = try #require(world.faults.contents.first)
    #expect((record.matches, record.applications, record.isExhausted) == (1, 1, true))
  }

  @Test("are the same for the same seed, and others for another")
  func seeded() throws {
    func run(_ seed: UInt64) throws -> [Bool] {
      let world = try Sample.world(seed: seed)
      try world.faults.add(Sample.definition(fault, #""probability":0.5"#))
      return try pattern(world, 64)
    }
    #expect(try run(1) == run(1))
    #expect(try run(1) != run(2))
    let count = try run(3).count { $0 }
    #expect((16...48).contains(count))
  }

  @Test("go on after a restore as they would have")
  func restored() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault, #""probability":0.5,"after":3,"times":20,"id":"mine""#))
    _ = try pattern(world, 10)
    let kept = world.faults.contents
    let first = try pattern(world, 30)
    world.faults.replace(with: kept)
    #expect(try pattern(world, 30) == first)
    // What was written as JSON is the same as what was kept in memory.
    let read = try kept.map { record in
      try FaultCatalogue.record(try #require(JSONParser.parse(JSONWriter.serialize(record.exported)).object))
    }
    world.faults.replace(with: read)
    #expect(world.faults.contents.map(\.json) == kept.map(\.json))
    #expect(try pattern(world, 30) == first)
  }

  @Test("hold from and for so many seconds of the world's time")
  func windows() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault, #""afterSeconds":10,"forSeconds":5"#))
    #expect(try pattern(world, 1) == [false])
    world.advance(seconds: 10)
    #expect(try pattern(world, 1) == [true])
    world.advance(seconds: 5)
    #expect(try pattern(world, 1) == [false])
    #expect(!world.faults.isActive)
  }

  @Test("are never those of the control plane")
  func control() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault))
    let control = try Sample.subject("DELETE", "/agrobridge/_mock/faults", isControl: true)
    #expect(world.faults.plan(for: control) == nil)
    let other = try Sample.subject("DELETE", "/agrobridge/_mock/faults")
    #expect(world.faults.plan(for: other) != nil)
  }

  @Test("have ids, of which none comes twice")
  func ids() throws {
    let world = try Sample.world()
    #expect(try world.faults.add(Sample.definition(fault)).id == "fault-1")
    #expect(try world.faults.add(Sample.definition(fault, #""id":"fault-3""#)).id == "fault-3")
    #expect(try world.faults.add(Sample.definition(fault)).id == "fault-3-1")
    let twin = try Sample.definition(fault, #""id":"fault-3""#)
    #expect(throws: Problem.self) { try world.faults.add(twin) }
    #expect(world.faults.remove("fault-3"))
    #expect(!world.faults.remove("fault-3"))
    #expect(world.faults["fault-1"]?.id == "fault-1")
    #expect(world.faults["fault-3"] == nil)
  }

  @Test("are bounded in number")
  func bounded() throws {
    let world = try Sample.world()
    let definition = try Sample.definition(fault)
    for _ in 0..<FaultTable.maximumCount { try world.faults.add(definition) }
    let problem = #expect(throws: Problem.self) { try world.faults.add(definition) }
    #expect(problem?.kind == .conflict)
  }

  @Test("that never happened are told")
  func unused() throws {
    let world = try Sample.world()
    try world.faults.add(Sample.definition(fault, #""id":"used","times":1"#))
    try world.faults.add(Sample.definition(fault, #""id":"unused","match":{"path":"/nowhere"}"#))
    _ = try pattern(world, 3)
    #expect(world.faults.unused.map(\.id) == ["unused"])
  }
}
