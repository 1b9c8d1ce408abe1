import HTTPCore
import JSON
import Records
import Store
import Testing
import World

/// Two collections of an imaginary zoo.
private enum Zoo {
  static let collections = RelatedCollections(["cages": ["animals"], "animals": []]) { name in
    RecordTable("zoo", .document(column: "document"), order: "id", partition: ("kind", .text(name)))
  }
  static let parameters = ListParameters(search: "q", others: ["_delay"])

  static func collection(_ name: String) throws -> RelatedCollection { try #require(collections[name]) }

  static func store() throws -> Store {
    let table = """
      CREATE TABLE zoo (
        kind TEXT NOT NULL, id INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      """
    let store = try Store(.ephemeral, schema: [SchemaStep("zoo/1", sql: table)])
    try store.transaction { connection in
      try collection("cages").table.addAll(connection, #"[{"id":1},{"id":2}]"#)
      try collection("animals").table.addAll(
        connection,
        """
        [{"id":1,"name":"Lion","legs":4,"cageId":1}, {"id":2,"name":"emu","legs":2,"cageId":2},
         {"id":3,"name":"Adder","legs":0,"cageId":"1"}, {"id":10,"name":"ant","legs":6,"tags":["small"]}]
        """)
    }
    return store
  }

  static func all(_ store: Store, _ collection: RelatedCollection) throws -> [JSONValue] {
    try JSONParser.parse(try store.read { try collection.table.array($0) }).array ?? []
  }

  static func select(_ query: String, from name: String = "animals") throws -> DocumentQuery.Selection {
    let (store, collection) = (try store(), try collection(name))
    let query = try DocumentQuery(collection, of: collections, parameters, QueryParameters(Array(query.utf8)))
    return try query.answer(try all(store, collection)) { try all(store, $0) }
  }
}

@Suite("Documents with whole numbers as ids")
struct NumberedDocumentTests {
  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  @Test("are added under the id after the highest, or the first free one")
  func ids() throws {
    let (store, animals) = (try Zoo.store(), try Zoo.collection("animals").table)
    let new = try store.write { try animals.add($0) { Array(#"{"id":\#($0)}"#.utf8) } }
    #expect(new.id == 11 && text(new.document) == #"{"id":11}"#)
    try store.write { try animals.addAll($0, #"[{"id":9223372036854775807},{"id":2,"name":"other"}]"#) }
    #expect(try store.write { try animals.add($0) { _ in Array("{}".utf8) } }.id == 4)
    #expect(try store.read { text(try animals.record($0, id: 2)) }?.contains("emu") == true)
  }

  @Test("are changed where they are")
  func changes() throws {
    let (store, animals) = (try Zoo.store(), try Zoo.collection("animals").table)
    let changed = try store.write { connection in
      try animals.change(connection, id: 2) { old in Array("{\"old\":".utf8) + old + Array("}".utf8) }
    }
    #expect(text(changed)?.hasPrefix(#"{"old":{"id":2"#) == true)
    #expect(try store.read { try animals.record($0, id: 2) } == changed)
    #expect(try store.write { try animals.change($0, id: 5) { $0 } } == nil)
  }

  @Test("are removed with all that belongs to them, whether its member is a number or a text")
  func cascade() throws {
    let (store, cages) = (try Zoo.store(), try Zoo.collection("cages"))
    #expect(Zoo.collections.family(of: cages).map(\.name) == ["cages", "animals"])
    try store.transaction { try Zoo.collections.delete($0, cages, ids: [1]) }
    #expect(try Zoo.all(store, cages).compactMap { $0["id"]?.number?.integer } == [2])
    #expect(try Zoo.all(store, Zoo.collection("animals")).compactMap { $0["id"]?.number?.integer } == [2, 10])
  }
}

@Suite("A list request in json-server's query language")
struct DocumentQueryTests {
  @Test(
    "filters in JavaScript's terms, sorts, and cuts out a part",
    arguments: [
      ("", "1,2,3,10"), ("name=emu", "2"), ("legs_gte=4", "1,10"), ("legs_lte=2&legs_ne=0", "2"),
      ("name_like=^a", "3,10"),
      ("legs:gt=2", "1,10"), ("name:contains=N", "1,10"), ("cageId=1", "1,3"), ("id=2&id=3", "2,3"),
      ("tags[0]=small", "10"),
      ("q=SMALL", "10"), ("_sort=name", "3,1,10,2"), ("_sort=legs&_order=desc", "10,1,2,3"),
      ("_sort=-legs", "10,1,2,3"),
      ("_start=1&_end=3", "2,3"), ("_start=-2&_limit=1", "3"), ("_limit=2", "1,2"), ("_page=2&_limit=3", "10"),
      ("_page=9", ""), ("_page=9&_per_page=3", "10"), ("_page=9223372036854775807&_limit=9223372036854775807", ""),
    ])
  func lists(query: String, ids: String) throws {
    let selection = try Zoo.select(query)
    #expect(selection.records.compactMap { $0["id"]?.number?.literal }.joined(separator: ",") == ids)
  }

  @Test("counts what stands before and behind the part, and names what filtered nothing")
  func totals() throws {
    let selection = try Zoo.select("_page=1&_limit=2&colour=red&legs_gte=2&_delay=5")
    #expect(selection.total == 3 && selection.records.count == 2 && selection.ignored == ["colour"])
  }

  @Test("shows parents and children inside of records")
  func relations() throws {
    let animals = try Zoo.select("_expand=cage&id=1&id=10").records
    #expect(animals[0]["cage"]?["id"] == 1 && animals[1]["cage"] == nil)
    let cages = try Zoo.select("_embed=animals&_embed=toys", from: "cages").records
    #expect(cages.map { $0["animals"]?.array?.count } == [1, 1] && cages[0]["toys"] == .array([]))
  }

  @Test("refuses what would take too long")
  func bounds() throws {
    for query in [
      "name_like=(", (0...100).map { "a\($0)_ne=1" }.joined(separator: "&"),
      "_sort=" + (0...20).map { "a\($0)" }.joined(separator: ","),
      (0...20).map { "_embed=a\($0)" }.joined(separator: "&"),
    ] {
      let problem = try #require(throws: Problem.self) { _ = try Zoo.select(query) }
      #expect(problem.kind == .invalidParameter)
    }
  }
}

@Suite("A page request")
struct PageRequestTests {
  @Test("skips what stands before it, however far that is, and counts pages from one")
  func arithmetic() {
    #expect(PageRequest(page: 3, limit: 20).offset == 40)
    #expect(PageRequest(page: .max, limit: .max).offset == Int(Int32.max))
    #expect(PageRequest(page: 1, limit: 20).pageCount(total: 0) == 1)
    #expect(PageRequest(page: 1, limit: 20).pageCount(total: 41) == 3)
    #expect(PageRequest(page: 1, limit: .max).pageCount(total: 41) == 1)
    #expect(PageRequest(page: 3, limit: 20).range(of: 41) == 40..<41)
    #expect(PageRequest(page: 4, limit: 20).range(of: 41) == 41..<41)
    #expect(PageRequest(page: 9, limit: 20).within(total: 41) == PageRequest(page: 3, limit: 20))
  }
}
