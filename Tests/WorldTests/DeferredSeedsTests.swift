import HTTPCore
import Store
import Testing
import World

@Suite("Deferred seeds")
struct DeferredSeedsTests {
  private struct Unreadable: Error {}

  private func world() throws -> World {
    let schema = World.schema + [SchemaStep("test/1", sql: "CREATE TABLE thing (name TEXT) STRICT;")]
    return try World(id: "w", store: try Store(.ephemeral, schema: schema), configuration: World.Configuration())
  }

  private func count(_ world: World) throws -> Int64? {
    try world.store.read { try $0.value("SELECT count(*) FROM thing")?.integer }
  }

  @Test("are loaded once, however many ask for them at once")
  func once() async throws {
    let world = try world()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try world.deferredSeeds.require("part") { connection, _ in
            try connection.execute("INSERT INTO thing (name) VALUES ('x')")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try count(world) == 1)
  }

  @Test("that could not be loaded are tried again, and leave nothing behind")
  func again() throws {
    let world = try world()
    #expect(throws: Problem.self) {
      try world.deferredSeeds.require("part") { connection, _ in
        try connection.execute("INSERT INTO thing (name) VALUES ('half')")
        throw Unreadable()
      }
    }
    #expect(try count(world) == 0)
    try world.deferredSeeds.require("part") { connection, _ in
      try connection.execute("INSERT INTO thing (name) VALUES ('whole')")
    }
    #expect(try count(world) == 1)
  }

  @Test("put what was read of their tables out of date")
  func reads() throws {
    let world = try world()
    let reads = try world.store.recordingReads { try count(world) }.reads
    try world.deferredSeeds.require("part") { connection, _ in
      try connection.execute("INSERT INTO thing (name) VALUES ('new')")
    }
    #expect(!world.store.isCurrent(reads))
  }

  /// Each time a part is required and removed before it is read, but not at the end.
  private func outcomes(isReading: Bool, removals: Int, notFound: Bool) throws -> (tries: Int, count: Int64?) {
    let world = try world()
    var tries = 0
    let found = try world.deferredSeeds.repeating(isReading: isReading) {
      tries += 1
      try world.deferredSeeds.require("part") { connection, _ in
        try connection.execute("INSERT INTO thing (name) VALUES ('x')")
      }
      if tries <= removals {
        try world.deferredSeeds.forget("part") { try $0.execute("DELETE FROM thing") }
      }
      let found = try count(world)
      if notFound, found == 0 { throw Problem(.notFound, "nothing there") }
      return found
    }
    return (tries, found)
  }

  @Test("that are removed between two steps of a reader are looked for again", arguments: [false, true])
  func removedMeanwhile(notFound: Bool) throws {
    let outcome = try outcomes(isReading: true, removals: 2, notFound: notFound)
    #expect(outcome == (3, 1))
    #expect(try outcomes(isReading: true, removals: 0, notFound: notFound) == (1, 1))
  }

  @Test("that are removed meanwhile have nothing changed twice")
  func changedOnce() throws {
    #expect(try outcomes(isReading: false, removals: 1, notFound: false) == (1, 0))
    #expect(try outcomes(isReading: false, removals: 1, notFound: true) == (2, 1))
  }

  @Test("that are always removed are not looked for without end")
  func bounded() throws {
    #expect(try outcomes(isReading: true, removals: 100, notFound: false).tries == 5)
    #expect(throws: Problem.self) { try outcomes(isReading: false, removals: 100, notFound: true) }
  }
}
