import HTTPCore
import JSON
import Records
import Store
import Testing
import World

@Suite("A collection of JSON documents")
struct DocumentCollectionTests {
  private static let things = DocumentCollection("thing")

  private static func store(_ documents: [JSONObject]) throws -> Store {
    let store = try Store(
      .ephemeral, schema: World.schema + [SchemaStep("thing/1", sql: things.creation)])
    try store.transaction { connection in
      for (number, document) in documents.enumerated() {
        try things.insert(connection, id: "\(number)", scope: number == 0 ? [:] : ["shop": "s"], document)
      }
    }
    return store
  }

  private static func ids(_ store: Store, _ condition: RowQuery.Part) throws -> String {
    var query = RowQuery()
    query.require(condition)
    return try store.read { try things.records($0, query).map(\.id).joined() }
  }

  @Test("stores, changes and removes records")
  func records() throws {
    let store = try Self.store([["a": "text", "b": 1]])
    let record = try #require(try store.read { try Self.things.records($0, RowQuery()).first })
    #expect(record.id == "0" && record.scope.isEmpty && !record.isSeed && record.content["b"] == 1)
    #expect(record.content["a"] == "text")
    try store.transaction { connection in
      try Self.things.update(connection, number: record.number, id: "n", scope: ["shop": "s"], ["c": 2])
      let changed = try #require(try Self.things.records(connection, RowQuery(["id": "n"])).first)
      #expect(changed.scope == ["shop": "s"] && changed.content == ["c": 2] && changed.number == record.number)
      try Self.things.delete(connection, number: record.number)
      #expect(try Self.things.records.count(connection) == 0)
    }
  }

  @Test("sums the numbers of a member, signed by another member or as they are")
  func sums() throws {
    let store = try Self.store([
      ["n": 2.5, "kind": "in"], ["n": -4, "kind": "out"], ["n": 3, "kind": "other"], ["n": "7", "kind": "in"],
      ["n": true, "kind": "in"], ["kind": "in"], ["n": .number(JSONNumber(Int.min)), "kind": "out"],
    ])
    var query = RowQuery()
    query.limit = 1
    query.require(RowQuery.Part("id < ?", ["6"]))
    let direction = DocumentCollection.Direction(by: "$.kind", added: ["in"], subtracted: ["out", "o'ut"])
    let sums = try store.read { [query] connection in
      [
        try Self.things.sum(connection, of: "$.n", query),
        try Self.things.sum(connection, of: "$.n", signedBy: direction, query),
        try Self.things.sum(connection, of: "$.x", signedBy: direction, query),
        try Self.things.sum(connection, of: "$.n", signedBy: direction, RowQuery()),
      ]
    }
    #expect(sums[..<3] == [1.5, -1.5, 0])
    #expect(sums[3] < -9e18)
  }

  @Test("finds records by their parents")
  func parents() throws {
    let store = try Self.store([[:], [:]])
    #expect(try Self.ids(store, Self.things.parent("shop", is: "s", mayBeMissing: false)) == "1")
    #expect(try Self.ids(store, Self.things.parent("shop", is: "s", mayBeMissing: true)) == "01")
    #expect(try Self.ids(store, Self.things.parent("shop", is: "t", mayBeMissing: true)) == "0")
  }

  @Test(
    "compares members",
    arguments: [
      ("n", "eq.10", "1"), ("n", "neq.10", "02"), ("n", "gt.9", "1"), ("n", "lte.9.0", "0"), ("n", "in.(9,10)", "01"),
      ("text", "like.*a*", "0"), ("text", "ilike.*A*", "01"), ("text", "is.null", "2"), ("tags", "eq.b", "2"),
      ("on", "is.true", "2"), ("a.b", "eq.1", "0"),
    ])
  func comparisons(member: String, comparison: String, ids: String) throws {
    let store = try Self.store([
      ["n": 9, "text": "Lamp", "a.b": 1], ["n": 10, "text": "lÀmp"], ["tags": ["a", "b"], "on": true],
    ])
    let condition = Self.things.records.condition(
      RecordTable.path(member), try #require(Comparison(comparison)))
    #expect(try Self.ids(store, condition) == ids)
  }

  @Test("looks for texts anywhere in a document, and sorts by a member")
  func search() throws {
    let store = try Self.store([["a": ["b": "50 % OFF"]], ["a": "50"], ["a": 50]])
    let records = Self.things.records
    #expect(try Self.ids(store, records.condition(containing: "50 % off")) == "0")
    #expect(try Self.ids(store, records.condition(containing: "5")) == "01")
    #expect(
      try Self.ids(store, records.condition(anyOf: [RecordTable.path("x"), RecordTable.path("a")], is: "50")) == "12")
    var query = RowQuery()
    query.order = records.sorting(by: RecordTable.path("a"), isFalling: true)
    #expect(try store.read { try Self.things.records($0, query).map(\.id) } == ["0", "1", "2"])
  }

  @Test("gives whole numbers as ids that no record has, and that are allowed")
  func numbers() throws {
    let store = try Self.store([[:], [:]])
    func next(_ isAllowed: @escaping (Int64) -> Bool = { _ in true }) throws -> Int64 {
      try store.transaction { connection in
        let number = try Self.things.nextNumber(connection, isAllowed: isAllowed)
        try Self.things.insert(connection, id: String(number), scope: [:], [:])
        return number
      }
    }
    // The sequence begins at 1, which a record has: it goes on after the greatest id.
    #expect(try next() == 2)
    #expect(try next() == 3)
    try store.write { _ = try Self.things.records.delete($0, RowQuery(["id": "3"])) }
    #expect(try next() == 4)
    try store.transaction { try Self.things.insert($0, id: "999999999999999", scope: [:], [:]) }
    #expect(try next() == 5)
    #expect(try next { $0 < 6 } == 3)
  }
}
