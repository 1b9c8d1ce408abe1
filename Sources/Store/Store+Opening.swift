import CSQLite
import GRDB

/// How a database is opened and brought up to date.
extension Store {
  /// Takes the steps that a database has not taken, together or not at all. Which it has taken is in a table of the name
  /// and form that the library's migrator has, which earlier versions used.
  static func migrate(_ connection: Connection, _ schema: [SchemaStep]) throws {
    try connection.script("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    let taken = Set(try connection.rows("SELECT identifier FROM grdb_migrations").compactMap { $0[0].text })
    let steps = schema.filter { $0.deferred.isEmpty && !taken.contains($0.name) }
    guard !steps.isEmpty else { return }
    // What refers to rows of a table may be there while the table is made again (SQLite, "ALTER TABLE", §7).
    try connection.script("PRAGMA foreign_keys = OFF")
    defer { try? connection.script("PRAGMA foreign_keys = ON") }
    try inTransaction(connection) {
      for step in steps {
        try step.apply(connection)
        try connection.execute("INSERT INTO grdb_migrations (identifier) VALUES (?)", [.text(step.name)])
      }
      guard !taken.isEmpty, let row = try connection.row("PRAGMA foreign_key_check") else { return }
      throw StoreError(
        kind: .constraint, description: "a row of the table \"\(row[0].text ?? "")\" refers to one that is not there")
    }
  }

  static func inTransaction<Outcome>(_ connection: Connection, _ body: () throws -> Outcome) throws -> Outcome {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      let outcome = try body()
      try connection.execute("COMMIT")
      return outcome
    } catch {
      defer { connection.statements.log.clear() }
      // A failed commit may have rolled back by itself; rolling back once more is then the no-op we want.
      if connection.statements.isInTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Reads through the file once: one that was cut off opens well, and would fail at some request.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with it.
  static func check(_ queue: DatabaseQueue) throws {
    let finding = try StoreError.wrap {
      try queue.unsafeRead { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    }
    guard let finding, finding != "ok" else { return }
    throw StoreError(kind: .damaged, description: "the database is damaged: \(finding)")
  }

  /// Whether SQLite counts no memory: nothing reads these counts, and all threads of the process take turns for them at each
  /// allocation. Debian's SQLite allocates a hundred times for one insertion. Set before the first database is opened.
  private static let countsNoMemory = mock_sqlite_count_no_memory() == SQLITE_OK

  static func open(_ location: Location) throws -> DatabaseQueue {
    _ = countsNoMemory
    var configuration = Configuration()
    configuration.label = "mock-api.store"
    configuration.prepareDatabase { database in
      try SQLFunctions.register(database.sqliteConnection)
      switch location {
      case .ephemeral:
        try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY")
      case .file:
        // One process at a time: writes that cached content depends on are counted in this one.
        try database.execute(
          sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      }
    }
    switch location {
    case .ephemeral: return try DatabaseQueue(configuration: configuration)
    case .file(let path): return try DatabaseQueue(path: path, configuration: configuration)
    }
  }
}
