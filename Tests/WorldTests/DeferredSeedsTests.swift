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
}
