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

@Suite("A query for rows")
struct RowQueryTests {
  private static func store() throws -> Store {
    let table = Table("thing", [Table.Column("name", .text), Table.Column("color", .text)])
    let store = try Store(.ephemeral, schema: [SchemaStep("thing/1", sql: table.creation)])
    try store.write { connection in
      for (number, thing) in [("c", "red"), ("a", "red"), ("b", "blue"), ("d", "red")].enumerated() {
        try connection.execute(
          "INSERT INTO thing (id, name, color) VALUES (?, ?, ?)",
          [.text("\(number)"), .text(thing.0), .text(thing.1)])
      }
    }
    return store
  }

  @Test("asks for all rows in the order of their creation when it says nothing")
  func everything() throws {
    let rows = try Self.store().read { try $0.rows("name", RowQuery(), of: "thing") }
    #expect(rows == [["c"], ["a"], ["b"], ["d"]])
  }

  @Test("keeps all its conditions, sorts, and cuts out a page; counts beyond it")
  func page() throws {
    var query = RowQuery()
    query.require(RowQuery.Part("color = ?", ["red"]))
    query.require(RowQuery.Part("name <> ?", ["x"]))
    query.order = RowQuery.Part("name = ? DESC, name", ["d"])
    (query.limit, query.offset) = (2, 1)
    let record = JSONExpression.object([JSONExpression.text("name", "name")])
    let store = try Self.store()
    #expect(try store.read { try $0.rows("name", query, of: "thing") } == [["a"], ["c"]])
    #expect(try store.read { try $0.count(query, of: "thing") } == 3)
    let array = try store.read { try $0.array(of: record, query, of: "thing") }
    #expect(String(decoding: array, as: UTF8.self) == #"[{"name":"a"},{"name":"c"}]"#)
    query.offset = 9
    #expect(try store.read { try $0.array(of: record, query, of: "thing") } == Array("[]".utf8))
  }
}
