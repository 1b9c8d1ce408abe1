import Foundation
import Store
import Testing

@Suite("What was read")
struct ReadSetTests {
  private static let schema = [
    SchemaStep(
      "test/1",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT) STRICT;
        CREATE TABLE note (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item ON DELETE CASCADE) STRICT;
        CREATE TABLE seen (id INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER item_seen AFTER INSERT ON item BEGIN INSERT INTO seen (id) VALUES (new.id); END;
        CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;
        CREATE VIRTUAL TABLE found USING fts5 (text);
        """)
  ]

  private let store: Store

  init() throws {
    store = try Store(.ephemeral, schema: Self.schema)
    try store.transaction { connection in
      try connection.execute("INSERT INTO item (id, name) VALUES (1, 'a')")
      try connection.execute("INSERT INTO part (id, item) VALUES (1, 1)")
      try connection.execute("INSERT INTO note (name) VALUES ('n')")
      try connection.execute("INSERT INTO found (text) VALUES ('t')")
    }
  }

  private func reads(_ sql: String) throws -> ReadSet {
    try store.recordingReads { try store.read { _ = try $0.rows(sql) } }.reads
  }

  @Test(
    "is out of date once a table of it is written to, in whatever way",
    arguments: [
      ("SELECT name FROM item", "UPDATE item SET name = 'b'"), ("SELECT count(*) FROM item", "DELETE FROM item"),
      ("SELECT name FROM item", "INSERT INTO item (name) VALUES ('c')"),
      ("SELECT name FROM item", "INSERT INTO item (id) VALUES (1) ON CONFLICT DO UPDATE SET name = 'd' RETURNING id"),
      ("SELECT name FROM note", "INSERT INTO note (name) VALUES ('m')"), ("SELECT * FROM note", "DELETE FROM note"),
      ("SELECT id FROM seen", "INSERT INTO item (name) VALUES ('e')"), ("SELECT id FROM part", "DELETE FROM item"),
      ("SELECT text FROM found WHERE found MATCH 't'", "INSERT INTO found (text) VALUES ('u')"),
      ("SELECT 1 WHERE EXISTS (SELECT 1 FROM item JOIN note)", "DELETE FROM note WHERE name = 'n'"),
    ])
  func outOfDate(reading: String, writing: String) throws {
    let before = try reads(reading)
    #expect(store.isCurrent(before))
    try store.write { _ = try $0.rows(writing) }
    #expect(!store.isCurrent(before))
    #expect(store.isCurrent(try reads(reading)))
  }

  @Test("is out of date by a statement of a script, too")
  func script() throws {
    let before = try reads("SELECT name FROM item")
    try store.write { try $0.script("DELETE FROM part; DELETE FROM item") }
    #expect(!store.isCurrent(before))
  }

  @Test("stays good when other tables are written to")
  func others() throws {
    let before = try reads("SELECT name FROM item")
    try store.transaction { connection in
      try connection.execute("INSERT INTO other (id) VALUES (1)")
      try connection.execute("DELETE FROM note")
    }
    #expect(store.isCurrent(before))
  }

  @Test("is out of date when the whole content was replaced, also where nothing was read")
  func replaced() throws {
    let (before, nothing) = (try reads("SELECT name FROM item"), try reads("SELECT 1"))
    let generation = store.generation
    try store.replaceContent(withThatOf: try Store(copyOf: store)) { _ in }
    #expect(!store.isCurrent(before))
    #expect(!store.isCurrent(nothing))
    #expect(store.generation > generation)
  }

  @Test("has what was read for what it was worked out from")
  func nested() throws {
    let (inner, outer) = try store.recordingReads { try reads("SELECT name FROM item") }
    let used = store.recordingReads { store.noteReads(inner) }.reads
    try store.write { try $0.execute("DELETE FROM part") }
    for set in [inner, outer, used] { #expect(store.isCurrent(set)) }
    try store.write { try $0.execute("DELETE FROM item") }
    for set in [inner, outer, used] { #expect(!store.isCurrent(set)) }
  }

  @Test("is as it was before a write that came while more was read")
  func meanwhile() throws {
    let all = try store.recordingReads {
      _ = try reads("SELECT name FROM item")
      try store.write { _ = try $0.execute("UPDATE item SET name = 'f'") }
      _ = try reads("SELECT name FROM item")
    }.reads
    #expect(!store.isCurrent(all))
  }
}
