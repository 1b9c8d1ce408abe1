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

  @Test(
    "folds case and accents",
    arguments: [("Café", "cafe"), ("MICHOACÁN", "michoacan"), ("Ñandú", "nandu"), ("straße", "strasse"), ("", "")])
  func folding(text: String, folded: String) throws {
    let store = try store()
    let values = try store.read { try $0.row("SELECT fold(?), fold(?)", [.text(text), .text(folded)]) }
    #expect(values?[0] == values?[1])
  }
}
