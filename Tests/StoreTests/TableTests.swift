import Store
import Testing

@Suite("A table of records")
struct TableTests {
  private static let columns = [
    Table.Column("name", .text), Table.Column("weight", .real, isOptional: true, rule: ColumnRule.finite),
    Table.Column("notes", .text, "DEFAULT '{}'", rule: ColumnRule.jsonObject),
  ]
  private static let insertion = "INSERT INTO thing (number, id, name, weight) VALUES (?, ?, ?, ?)"

  private static func store(_ sql: String, _ rules: [ColumnRule] = []) throws -> Store {
    try Store(.ephemeral, schema: [SchemaStep("thing/1", sql: sql), SchemaStep("thing/2", rules: rules)])
  }

  private static func insert(_ store: Store, _ number: Int64, id: String, weight: SQLValue = .null) throws {
    try store.write { try $0.execute(insertion, [.integer(number), .text(id), "x", weight]) }
  }

  @Test("keeps its rules from the step on that tells them, or from the beginning")
  func rules() throws {
    let table = Table("thing", Self.columns)
    for store in [try Self.store(table.creation, table.rules), try Self.store(table.creationWithRules)] {
      try Self.insert(store, 1, id: "a", weight: .real(1.5))
      #expect(throws: StoreError.self) { try Self.insert(store, 2, id: "b", weight: .real(.infinity)) }
      #expect(throws: StoreError.self) { try store.write { try $0.execute("UPDATE thing SET notes = '[]'") } }
      #expect(throws: StoreError.self) { try store.write { try $0.execute("UPDATE thing SET name = NULL") } }
      #expect(try store.read { try $0.value("SELECT notes FROM thing") } == "{}")
    }
    let without = try Self.store(table.creation)
    try Self.insert(without, 1, id: "a", weight: .real(.infinity))
  }

  @Test("has each id once, or as often as wanted")
  func ids() throws {
    let unique = try Self.store(Table("thing", Self.columns).creation)
    try Self.insert(unique, 1, id: "a")
    #expect(throws: StoreError.self) { try Self.insert(unique, 2, id: "a") }
    let repeated = Table("thing", Self.columns, hasUniqueIDs: false)
    let store = try Self.store(repeated.creationWithRules + repeated.creationWithRules)
    try Self.insert(store, 1, id: "a")
    try Self.insert(store, 2, id: "a")
  }
}
