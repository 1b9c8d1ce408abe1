import Store
import Synchronization
import Testing

/// What a database reported, in its order.
private final class Reported: Sendable {
  private let all = Mutex<[StoreCommit]>([])

  func note(_ commit: StoreCommit) { all.withLock { $0.append(commit) } }

  /// The commits since it was asked last, each change as a text such as `item 1: {"n":"a"} > {"n":"b"}`.
  func take() -> [[String]] {
    all.withLock { all in
      defer { all = [] }
      return all.map { $0.changes.map(Self.text) }
    }
  }

  /// The tables that the commits since it was asked last wrote to.
  func takeTables() -> [[String]] {
    all.withLock { all in
      defer { all = [] }
      return all.map(\.tables)
    }
  }

  private static func text(_ change: StoreCommit.Change) -> String {
    switch change {
    case .replacement: return "replacement"
    case .action(let action): return "action \(action.name)"
    case .record(_, let before, let after):
      let state = after ?? before
      let name = "\(state?.resource ?? "") \(state?.id ?? "")"
      return "\(name): \(text(before)) > \(text(after))"
    }
  }

  private static func text(_ state: RecordState?) -> String {
    state.map { String(decoding: $0.json, as: UTF8.self) } ?? "-"
  }
}

@Suite("A commit")
struct CommitTests {
  private struct Refusal: Error {}

  private static let schema = [
    SchemaStep(
      "test/1",
      sql: """
        CREATE TABLE item (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL CHECK (name <> '')) STRICT;
        CREATE TABLE part (
          number INTEGER PRIMARY KEY, id TEXT NOT NULL, item TEXT REFERENCES item (id) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE link (
          number INTEGER PRIMARY KEY, id TEXT NOT NULL, item TEXT REFERENCES item (id) ON DELETE SET NULL
        ) STRICT;
        CREATE TABLE note (kind TEXT, id INTEGER, text TEXT, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
        CREATE TABLE other (number INTEGER PRIMARY KEY) STRICT;
        """)
  ]

  private static let item = TrackedTable(
    "item", resource: "'item'",
    json: "json_object('n', name, 'parts', (SELECT count(*) FROM part WHERE part.item = item.id))",
    parts: [TrackedTable.Part("part", "item")], isCompared: true)
  private static let link = TrackedTable("link", resource: "'link'", json: "json_object('item', item)")
  private static let note = TrackedTable(
    "note", key: ["kind", "id"], resource: "kind", id: "id", json: "json_object('t', text)")

  private let store: Store
  private let reported = Reported()

  init() throws {
    store = try Store(.ephemeral, schema: Self.schema)
    store.observeCommits { [reported] in reported.note($0) }
    try store.transaction { connection in
      for (number, name) in [(1, "a"), (2, "b")] as [(Int64, String)] {
        try connection.execute(
          "INSERT INTO item (number, id, name) VALUES (?, ?, ?)", [.integer(number), .text("i\(number)"), .text(name)])
        try connection.execute("INSERT INTO link (id, item) VALUES (?, ?)", [.text("l\(number)"), .text("i\(number)")])
      }
      try connection.execute("INSERT INTO part (id, item) VALUES ('p1', 'i1')")
      try connection.execute("INSERT INTO note (kind, id, text) VALUES ('memo', 1, 'first')")
    }
  }

  private func follow(_ tables: [TrackedTable], names: Bool = false) { store.followed.set(tables, notesNames: names) }

  private func write(_ sql: String) throws {
    try store.write { try $0.script(sql) }
  }

  @Test("reports nothing while nobody follows, nor of a table that nobody follows")
  func nobody() throws {
    try write("UPDATE item SET name = 'x'")
    follow([Self.link])
    try write("UPDATE item SET name = 'y'")
    #expect(reported.take().isEmpty)
    follow([])
    try write("DELETE FROM link")
    #expect(reported.take().isEmpty)
    let triggers = try store.read { try $0.rows("SELECT name FROM sqlite_temp_schema") }
    #expect(triggers.isEmpty)
  }

  @Test("reports each record before and after, whatever statement wrote it")
  func records() throws {
    follow([Self.item, Self.note])
    try write("INSERT INTO item (number, id, name) VALUES (3, 'i3', 'c')")
    try write("UPDATE item SET name = 'B' WHERE id = 'i2'")
    try write("DELETE FROM item WHERE id = 'i2'")
    try write("INSERT INTO part (id, item) VALUES ('p2', 'i3')")
    try write("INSERT OR REPLACE INTO note (kind, id, text) VALUES ('memo', 1, 'second'), ('memo', 2, 'new')")
    try write("INSERT INTO note (kind, id, text) VALUES ('memo', 2, '') ON CONFLICT DO UPDATE SET text = 'again'")
    try write("INSERT OR IGNORE INTO note (kind, id, text) VALUES ('memo', 1, 'ignored')")
    #expect(
      reported.take() == [
        [#"item i3: - > {"n":"c","parts":0}"#], [#"item i2: {"n":"b","parts":0} > {"n":"B","parts":0}"#],
        [#"item i2: {"n":"B","parts":0} > -"#], [#"item i3: {"n":"c","parts":0} > {"n":"c","parts":1}"#],
        [#"memo 1: {"t":"first"} > {"t":"second"}"#, #"memo 2: - > {"t":"new"}"#],
        [#"memo 2: {"t":"new"} > {"t":"again"}"#],
      ])
    try write("DELETE FROM item")
    #expect(reported.take().first?.count == 2)
  }

  @Test("reports each record once, as it is in the end")
  func merged() throws {
    follow([Self.item])
    try store.transaction { connection in
      try connection.execute("UPDATE item SET name = 'B' WHERE id = 'i2'")
      try connection.execute("INSERT INTO item (number, id, name) VALUES (3, 'i3', 'c')")
      connection.announce(NamedAction(api: "test", resource: "item", name: "said", content: []))
      try connection.execute("UPDATE item SET name = 'A' WHERE id = 'i1'")
      try connection.execute("UPDATE item SET name = 'BB' WHERE id = 'i2'")
      try connection.execute("UPDATE item SET name = 'C' WHERE id = 'i3'")
      try connection.execute("INSERT INTO item (number, id, name) VALUES (4, 'i4', 'd')")
      try connection.execute("DELETE FROM item WHERE id = 'i4'")
    }
    #expect(
      reported.take() == [
        [
          #"item i3: - > {"n":"C","parts":0}"#, "action said", #"item i1: {"n":"a","parts":1} > {"n":"A","parts":1}"#,
          #"item i2: {"n":"b","parts":0} > {"n":"BB","parts":0}"#,
        ]
      ])
  }

  @Test("reports what cascades change and delete")
  func cascades() throws {
    let part = TrackedTable("part", resource: "'part'", json: "json_object('item', item)")
    follow([Self.item, Self.link, part])
    try write("DELETE FROM item WHERE id = 'i1'")
    let changes = try #require(reported.take().first)
    #expect(
      Set(changes) == [
        #"item i1: {"n":"a","parts":1} > -"#, #"part p1: {"item":"i1"} > -"#,
        #"link l1: {"item":"i1"} > {"item":null}"#,
      ])
    #expect(changes.count == 3)
  }

  @Test("reports nothing of what was rolled back, nor of a statement that failed")
  func rollback() throws {
    follow([Self.item], names: true)
    #expect(throws: Refusal.self) {
      try store.transaction { connection in
        try connection.execute("DELETE FROM item")
        throw Refusal()
      }
    }
    #expect(reported.take().isEmpty)
    try store.transaction { connection in
      try connection.execute("INSERT INTO other DEFAULT VALUES")
      #expect(throws: (any Error).self) { try connection.execute("UPDATE item SET name = ''") }
      try connection.execute("UPDATE item SET name = 'A' WHERE id = 'i1'")
    }
    #expect(reported.take() == [[#"item i1: {"n":"a","parts":1} > {"n":"A","parts":1}"#]])
  }

  @Test("leaves out what is not to be reported")
  func unannounced() throws {
    follow([Self.item])
    try store.transaction { connection in
      try connection.unannounced { try connection.execute("UPDATE item SET name = 'quiet'") }
    }
    #expect(reported.take().isEmpty)
  }

  @Test("reports the tables that it wrote to, those of cascades included")
  func tables() throws {
    follow([], names: true)
    try write("DELETE FROM item WHERE id = 'i1'")
    try write("INSERT INTO other DEFAULT VALUES")
    _ = try store.read { try $0.rows("SELECT * FROM item") }
    #expect(reported.takeTables() == [["item", "link", "part"], ["other"]])
  }

  @Test("reports a replacement, and how records differ that are compared")
  func replacement() throws {
    let copy = try Store(copyOf: store)
    follow([Self.item, Self.link])
    try store.transaction { connection in
      try connection.execute("INSERT INTO item (number, id, name) VALUES (3, 'i3', 'c')")
      try connection.execute("UPDATE item SET name = 'A' WHERE id = 'i1'")
      try connection.execute("DELETE FROM item WHERE id = 'i2'")
    }
    _ = reported.take()
    try store.replaceContent(withThatOf: copy) { _ in }
    #expect(
      reported.take() == [
        [
          "replacement", #"item i3: {"n":"c","parts":0} > -"#,
          #"item i1: {"n":"A","parts":1} > {"n":"a","parts":1}"#, #"item i2: - > {"n":"b","parts":0}"#,
        ]
      ])
    try write("UPDATE item SET name = 'after' WHERE id = 'i2'")
    #expect(reported.take() == [[#"item i2: {"n":"b","parts":0} > {"n":"after","parts":0}"#]])
  }

  @Test("reports one replacement in the place of more rows than are kept")
  func many() throws {
    follow([Self.item])
    try write(
      """
      WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 51000)
      INSERT INTO item (number, id, name) SELECT i, 'i' || i, 'n' FROM n
      """)
    #expect(reported.take() == [["replacement"]])
    try write("DELETE FROM item WHERE number = 100")
    #expect(reported.take().first?.count == 1)
  }

  @Test("follows tables that are made later")
  func deferred() throws {
    let made = DeferredTable("made") { "CREATE TABLE IF NOT EXISTS made (number INTEGER PRIMARY KEY, id TEXT) STRICT;" }
    try store.extend(Self.schema + [SchemaStep("test/2", deferring: [made])])
    follow([TrackedTable("made", resource: "'made'", json: "'{}'"), Self.item])
    try write("UPDATE item SET name = 'A' WHERE id = 'i1'")
    #expect(reported.take().count == 1)
    try store.require(table: "made")
    try write("INSERT INTO made (id) VALUES ('m')")
    #expect(reported.take() == [["made m: - > {}"]])
  }

  @Test("is reported in the order of the commits, while the database is free")
  func order() async throws {
    let store = store
    follow([TrackedTable("other", resource: "'other'", id: "CAST(number AS TEXT)", json: "'{}'")])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 { _ = try? store.write { try $0.execute("INSERT INTO other DEFAULT VALUES") } }
        }
      }
    }
    #expect(reported.take() == (1...400).map { ["other \($0): - > {}"] })
  }
}
