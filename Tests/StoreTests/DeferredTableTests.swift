import Store
import Testing

@Suite("A table that is deferred")
struct DeferredTableTests {
  private static let schema = [
    SchemaStep("test/1", sql: "CREATE TABLE item (name TEXT) STRICT"),
    SchemaStep(
      "test/2",
      deferring: ["pets", "owners"].map { name in
        DeferredTable(name) { "CREATE TABLE IF NOT EXISTS \(name) (name TEXT) STRICT" }
      }),
  ]

  private func names(_ store: Store) throws -> [String] {
    try store.read { connection in
      try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%' ORDER BY name")
        .compactMap { $0.first?.text }
    }
  }

  @Test("is made when it is required, once")
  func required() throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    #expect(try names(store) == ["item"])
    try store.require(table: "pets")
    try store.write { try $0.execute("INSERT INTO pets VALUES ('Rex')") }
    try store.require(table: "pets")
    try store.require(table: "nobody's")
    #expect(try names(store) == ["item", "pets"])
    #expect(store.namesOfMissingTables == ["owners"])
    try store.requireAllTables()
    #expect(try names(store) == ["item", "owners", "pets"])
    #expect(try store.read { try $0.value("SELECT count(*) FROM pets") } == 1)
  }

  @Test("is there after the content was replaced by one that lacks it")
  func replaced() throws {
    let (old, store) = (try Store(.ephemeral, schema: Self.schema), try Store(.ephemeral, schema: Self.schema))
    try store.require(table: "pets")
    try store.write { try $0.execute("INSERT INTO pets VALUES ('Rex')") }
    try store.replaceContent(withThatOf: old) { _ in }
    #expect(try store.read { try $0.value("SELECT count(*) FROM pets") } == 0)
  }

  @Test("is known to copies, and to a schema that grows")
  func copies() throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    try store.require(table: "pets")
    let copy = try Store(copyOf: store)
    try copy.require(table: "owners")
    #expect(try names(copy) == ["item", "owners", "pets"])
    try copy.extend([SchemaStep("test/3", deferring: [DeferredTable("toys") { "CREATE TABLE toys (name TEXT)" }])])
    #expect(copy.namesOfMissingTables == ["toys"])
  }

  /// Kept content must be found out of date also where its tables were made after the first content was kept.
  @Test("counts as read and written like any other")
  func versions() throws {
    let store = try Store(.ephemeral, schema: Self.schema)
    func reads(_ table: String) throws -> ReadSet {
      try store.recordingReads { try store.read { _ = try $0.value("SELECT count(*) FROM \(table)") } }.reads
    }
    let item = try reads("item")
    try store.require(table: "pets")
    try store.require(table: "owners")
    let (pets, owners) = (try reads("pets"), try reads("owners"))
    try store.write { try $0.execute("INSERT INTO pets VALUES ('Rex')") }
    #expect(!store.isCurrent(pets))
    #expect(store.isCurrent(owners))
    #expect(store.isCurrent(item))
  }
}
