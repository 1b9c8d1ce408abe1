import Records
import Store
import Testing

@Suite("A table of records with a column for each member")
struct RecordTableTests {
  private static let things = RecordTable(
    "thing", .columns(json: JSONExpression.object([JSONExpression.text("name", "name")])))

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

  private static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test("gives all records in the order of their creation when a query says nothing")
  func everything() throws {
    let rows = try Self.store().read { try Self.things.rows($0, "name", RowQuery()) }
    #expect(rows == [["c"], ["a"], ["b"], ["d"]])
  }

  @Test("keeps all conditions of a query, sorts, and cuts out a page; counts beyond it")
  func page() throws {
    var query = RowQuery(["color": "red"])
    query.require(RowQuery.Part("name <> ?", ["x"]))
    query.order = RowQuery.Part("name = ? DESC, name", ["d"])
    (query.limit, query.offset) = (2, 1)
    let (things, store) = (Self.things, try Self.store())
    try store.read { connection in
      #expect(try things.rows(connection, "name", query) == [["a"], ["c"]])
      #expect(try things.count(connection, query) == 3)
      #expect(try Self.text(things.array(connection, query)) == #"[{"name":"a"},{"name":"c"}]"#)
      #expect(try Self.text(things.record(connection, query)) == #"{"name":"a"}"#)
      #expect(try things.position(connection, id: "0", query) == 2)
      #expect(try things.position(connection, id: "2", query) == nil)
      let page = try things.page(connection, query, PageRequest(page: 2, limit: 2))
      #expect(page.total == 3 && Self.text(page.records) == #"[{"name":"c"}]"#)
      query.offset = 9
      #expect(try Self.text(things.array(connection, query)) == "[]")
    }
  }

  @Test("finds and removes records, and knows which values are taken")
  func records() throws {
    let (things, store) = (Self.things, try Self.store())
    try store.transaction { connection in
      #expect(try Self.text(things.record(connection, id: "1")) == #"{"name":"a"}"#)
      #expect(try things.record(connection, id: "9") == nil)
      #expect(try things.contains(connection, id: "3"))
      #expect(try !things.contains(connection, id: "4"))
      #expect(try things.isTaken(connection, "name", "a", except: nil))
      #expect(try !things.isTaken(connection, "name", "a", except: "1"))
      let count = try things.delete(connection, RowQuery(["color": "red", "name": "d"]))
      #expect(count == 1)
      #expect(try things.delete(connection, RowQuery(["color": "green"])) == 0)
      #expect(try things.count(connection, RowQuery(["color": "red"])) == 2)
    }
  }

  @Test("leaves out what others have in the same table")
  func partition() throws {
    let red = RecordTable("thing", .columns(json: "name"), partition: ("color", "red"))
    try Self.store().transaction { connection in
      #expect(try red.count(connection) == 3)
      #expect(try Self.text(red.record(connection, id: "1")) == "a")
      #expect(try red.record(connection, id: "2") == nil)
      let count = try red.delete(connection, RowQuery())
      #expect(count == 3)
      #expect(try connection.value("SELECT group_concat(name) FROM thing") == "b")
    }
  }

  @Test("compares columns as it compares members of documents")
  func conditions() throws {
    let (things, store) = (Self.things, try Self.store())
    func names(_ condition: RowQuery.Part) throws -> [SQLValue] {
      var query = RowQuery()
      query.require(condition)
      return try store.read { try things.rows($0, "name", query).map { $0[0] } }
    }
    #expect(try names(things.condition("name", in: ["a", "d"])) == ["a", "d"])
    #expect(try names(things.condition("name", Comparison(.greater, "b"))) == ["c", "d"])
    #expect(try names(things.condition("color", Comparison(.ilike, "BL*"))) == ["b"])
    #expect(try names(things.condition(containing: "LU", in: ["name", "color"])) == ["b"])
  }
}
