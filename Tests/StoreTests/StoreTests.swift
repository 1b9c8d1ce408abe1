import Foundation
import Store
import Testing

@Suite("A store")
struct StoreTests {
  private static let schema = [
    SchemaStep("test/1", sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL) STRICT")
  ]

  private func store() throws -> Store { try Store(.ephemeral, schema: Self.schema) }

  private func count(_ store: Store) throws -> Int64? {
    try store.read { try $0.value("SELECT count(*) FROM item")?.integer }
  }

  @Test("writes and reads every storage class")
  func values() throws {
    let values: [SQLValue] = [.null, .integer(.min), .real(0.1), .text("é\u{1F331}"), .blob([0, 255])]
    let row = try store().read { try $0.row("SELECT ?, ?, ?, ?, ?", values) }
    #expect(row == values)
  }

  @Test("takes a transaction back when it fails")
  func rollback() throws {
    struct Stop: Error {}
    let store = try store()
    #expect(throws: Stop.self) {
      try store.transaction { connection in
        try connection.execute("INSERT INTO item (name) VALUES ('a')")
        throw Stop()
      }
    }
    #expect(try count(store) == 0)
    try store.transaction { try $0.execute("INSERT INTO item (name) VALUES ('a')") }
    #expect(try count(store) == 1)
  }

  @Test("tells a broken rule from other failures")
  func errors() throws {
    let store = try store()
    try store.write { try $0.execute("INSERT INTO item (name) VALUES ('a')") }
    let broken = #expect(throws: StoreError.self) {
      try store.write { try $0.execute("INSERT INTO item (name) VALUES ('a')") }
    }
    #expect(broken?.kind == .constraint)
    let wrong = #expect(throws: StoreError.self) { try store.read { try $0.value("SELECT * FROM nothing") } }
    #expect(wrong?.kind == .other)
  }

  @Test("keeps a file and does not repeat its schema steps")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID()).sqlite").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let first = try Store(.file(path), schema: Self.schema)
    try first.write { try $0.execute("INSERT INTO item (name) VALUES ('kept')") }
    first.close()
    let second = try Store(.file(path), schema: Self.schema)
    #expect(try second.read { try $0.value("SELECT name FROM item")?.text } == "kept")
    second.close()
  }

  @Test("refuses a file that is no database")
  func damagedFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try String(repeating: "not a database ", count: 100).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: StoreError.self) { try Store(.file(path), schema: Self.schema) }
  }

  @Test("refuses all work once it is closed")
  func closed() throws {
    let store = try store()
    try store.write { try $0.execute("INSERT INTO item (name) VALUES ('a')") }
    store.close()
    #expect(throws: StoreError.self) { try count(store) }
    store.close()
  }

  @Test("takes all steps of a schema, or none")
  func migration() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID()).sqlite").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let first = try Store(.file(path), schema: Self.schema)
    let more = SchemaStep("test/2", sql: "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT")
    #expect(throws: StoreError.self) {
      try first.extend(Self.schema + [more, SchemaStep("test/3", sql: "CREATE TABLE item (id)")])
    }
    #expect(throws: StoreError.self) { try first.read { try $0.value("SELECT count(*) FROM more") } }
    let usable = SchemaStep(
      "test/2", sql: "CREATE TABLE more (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item) STRICT")
    try first.extend(Self.schema + [usable])
    // References hold after the steps as before.
    let broken = #expect(throws: StoreError.self) {
      try first.write { try $0.execute("INSERT INTO more (item) VALUES (7)") }
    }
    #expect(broken?.kind == .constraint)
    first.close()
  }

  @Test("stores what a statement writes that also returns rows")
  func returning() throws {
    let store = try store()
    let ids = try store.write {
      try $0.value("INSERT INTO item (name) VALUES ('a'), ('b'), ('c') RETURNING id")?.integer
    }
    #expect(ids == 1)
    #expect(try count(store) == 3)
  }

  @Test("takes no statement with another number of arguments than it has places for")
  func arguments() throws {
    let store = try store()
    #expect(throws: StoreError.self) { try store.read { try $0.value("SELECT ?, ?", [.integer(1)]) } }
    #expect(throws: StoreError.self) { try store.read { try $0.value("SELECT 1", [.integer(1)]) } }
    #expect(try store.read { try $0.value("SELECT ?", [.integer(1)]) } == .integer(1))
  }

  @Test(
    "folds case and accents",
    arguments: [("Café", "cafe"), ("MICHOACÁN", "michoacan"), ("Ñandú", "nandu"), ("straße", "strasse"), ("", "")])
  func folding(text: String, folded: String) throws {
    let store = try store()
    let values = try store.read { try $0.row("SELECT fold(?), fold(?)", [.text(text), .text(folded)]) }
    #expect(values?[0] == values?[1])
  }
}
