import Records
import Store
import Testing
import World

@Suite("The insertion of numbered records")
struct NumberedInsertionTests {
  private static let things = RecordTable(
    "thing", .columns(json: "id || ' ' || name || ' ' || label"))
  private static let insertion = NumberedInsertion(
    into: things, sequence: "thing", idPrefix: "thing_", ["name"], computed: ["label": "coalesce(?, 'no ' || ?1)"])

  private static func store() throws -> Store {
    let table = Table("thing", [Table.Column("name", .text, "UNIQUE"), Table.Column("label", .text)])
    return try Store(.ephemeral, schema: World.schema + [SchemaStep("thing/1", sql: table.creation)])
  }

  private static func insert(_ store: Store, _ name: String, label: String? = nil) throws -> String? {
    try store.transaction {
      try insertion.insert($0, [.text(name), .text(label)]).json.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("counts on, passes over numbers and ids that are there, and never gives one again")
  func numbers() throws {
    let store = try Self.store()
    #expect(try Self.insert(store, "a") == "thing_1 a no 1")
    try store.write { connection in
      try connection.execute("INSERT INTO thing VALUES (2, 'x', 'x', ''), (9, 'thing_3', 'y', '')")
    }
    #expect(try Self.insert(store, "b", label: "l") == "thing_4 b l")
    try store.write { _ = try Self.things.delete($0, RowQuery(["id": "thing_4"])) }
    #expect(try Self.insert(store, "c") == "thing_5 c no 5")
  }

  @Test("takes a number back when its transaction fails, and follows the content of a restored database")
  func rollback() throws {
    let store = try Self.store()
    #expect(try Self.insert(store, "a") == "thing_1 a no 1")
    let copy = try Store(copyOf: store)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try store.transaction { connection in
        _ = try Self.insertion.insert(connection, ["b", .null])
        throw Refusal()
      }
    }
    #expect(try Self.insert(store, "b") == "thing_2 b no 2")
    try store.replaceContent(withThatOf: copy, replaced: { _ in })
    #expect(try Self.insert(store, "c") == "thing_2 c no 2")
  }

  @Test("fails when something else is taken that must be unique, and stores nothing")
  func conflict() throws {
    let store = try Self.store()
    _ = try Self.insert(store, "a")
    #expect(throws: StoreError.self) { try Self.insert(store, "a") }
    #expect(try Self.insert(store, "b") == "thing_2 b no 2")
  }

  @Test("takes the first free number after the last one there is")
  func end() throws {
    let store = try Self.store()
    try store.write { try WorldSQL.set($0, "thing", last: ColumnRule.countable.upperBound) }
    #expect(try Self.insert(store, "a") == "thing_1 a no 1")
    #expect(try Self.insert(store, "b") == "thing_2 b no 2")
  }
}
