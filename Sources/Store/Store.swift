import GRDB
import Locking
import Platform
import Synchronization

/// One world's database. Calls come from several threads and run one after the other.
package final class Store: Sendable {
  /// Where a database lives.
  package enum Location: Sendable, Equatable {
    /// In memory, gone with the process.
    case ephemeral
    /// In a file that is made when it is missing.
    case file(String)
  }

  /// The database as the library has it, for what is rare: opening, copying and closing. Its turns are not used: they
  /// hand each one over to the thread that has waited longest, which must be woken up first.
  private let queue: DatabaseQueue
  /// Whose turn it is, and what is run in it.
  private let turn: TurnLock<CompiledStatements>
  let versions: TableVersions
  let announcements = AnnouncementOrder()
  let observers = LazyReference<CommitObserver>()
  /// The tables that subscribers follow; at first none.
  package let followed = FollowedTables()
  private let deferred: DeferredTables
  private let watch = LazyReference<StoreWatch>()
  private let lacksRoom = Atomic(false)

  /// Opens the database and brings its schema up to date.
  ///
  /// A file is written through to the disk at each commit, so what was acknowledged survives a crash of the
  /// machine; in memory there is nothing to survive, so SQLite does not wait for anything.
  ///
  /// - Throws: ``StoreError`` when the file cannot be opened, is no database, or a step fails.
  package init(_ location: Location, schema: [SchemaStep]) throws {
    let queue = try StoreError.wrap { try Self.open(location) }
    deferred = DeferredTables(schema)
    if case .file = location { try Self.check(queue) }
    let versions = TableVersions()
    (self.queue, self.versions, turn) = (queue, versions, Self.turn(queue, versions))
    try inTurn { statements, _ in try Self.migrate(Connection(statements: statements), schema) }
  }

  /// A database in memory with the content and schema of another. It shares nothing with it.
  ///
  /// - Throws: ``StoreError`` when there is no memory for it.
  package init(copyOf other: Store) throws {
    let (queue, versions) = (try StoreError.wrap { try Self.open(.ephemeral) }, TableVersions())
    (self.queue, self.versions, turn) = (queue, versions, Self.turn(queue, versions))
    deferred = DeferredTables(other.deferred)
    try other.inTurn { _, _ in try other.queue.backup(to: queue) }
  }

  /// A database that is open, with the content and schema that it has.
  init(_ queue: DatabaseQueue, _ schema: [SchemaStep]) {
    let versions = TableVersions()
    (self.queue, self.versions, turn) = (queue, versions, Self.turn(queue, versions))
    deferred = DeferredTables(schema)
  }

  private static func turn(_ queue: DatabaseQueue, _ versions: TableVersions) -> TurnLock<CompiledStatements> {
    TurnLock(.store, CompiledStatements(queue, versions))
  }

  /// Takes the steps of a schema that were not taken yet, such as those that make the tables of an API whose document
  /// has changed.
  ///
  /// - Parameters:
  ///   - schema: All steps, in their order.
  /// - Throws: ``StoreError`` when a step fails.
  package func extend(_ schema: [SchemaStep]) throws {
    try inTurn { statements, _ in
      statements.log.uninstall(statements)
      try Self.migrate(Connection(statements: statements), schema)
      deferred.define(schema)
      statements.forget()
    }
  }

  /// Makes a table that the schema defers, unless it is there. Not to be called from inside a read or write.
  ///
  /// - Throws: ``StoreError`` when there is no room for it.
  package func require(table name: String) throws {
    guard let table = deferred.missing(name) else { return }
    try storing { statements, _ in
      try statements.script(table.creation())
      statements.log.uninstall(statements)
      deferred.note([table])
    }
  }

  /// Creates all tables that the schema defers, for callers that list the tables. Not to be called from inside a
  /// read or write.
  ///
  /// - Throws: ``StoreError`` when there is no room for them.
  package func requireAllTables() throws {
    let tables = deferred.allMissing
    guard !tables.isEmpty else { return }
    try storing { statements, watch in
      try transaction(connection(statements, watch)) { connection in
        for table in tables { try connection.script(table.creation()) }
      }
      statements.log.uninstall(statements)
    }
    deferred.note(tables)
  }

  /// The names of tables that the schema defers and that are not there yet.
  package var namesOfMissingTables: [String] { deferred.allMissing.map(\.name) }

  /// Puts the content of another database with the same schema in the place of this one's: at once for readers,
  /// and for everything at once, or not at all. Reports ``StoreCommit/Change/replacement``, and the differences of the compared
  /// records (``TrackedTable``).
  ///
  /// - Parameters:
  ///   - other: Nobody may write to it.
  ///   - replaced: Called before any other thread reads or writes; it gets the database as it is now.
  /// - Throws: ``StoreError`` when it cannot be written; the content is the old one then.
  package func replaceContent(withThatOf other: Store, replaced: (Connection) throws -> Void) throws {
    try storing { statements, watch in
      let log = statements.log
      let before = log.comparedRecords(statements)
      log.uninstall(statements)
      // SQLite's backup copies pages, which no statement reports.
      versions.raiseAll()
      log.note(written: versions.allNumbers)
      try other.inTurn(as: .storeSource) { _, _ in try other.queue.backup(to: queue) }
      let connection = connection(statements, watch)
      // A caller that has required a table may be about to read it.
      deferred.makeAgain(connection)
      log.noteReplacement(of: before, by: log.comparedRecords(statements))
      try replaced(connection)
    }
  }

  /// Calls a closure after each turn on the database that took at least so many nanoseconds. Only the first call sets it.
  package func reportTurns(longerThan limit: Int64, to report: @escaping @Sendable (LongTurn) -> Void) {
    _ = watch.storeIfNil(StoreWatch(limit: limit, report: report))
  }

  /// Whether the last attempt to store something failed for want of room. Tries once more when it did, since somebody
  /// may have made room meanwhile.
  package var isFull: Bool {
    guard lacksRoom.load(ordering: .relaxed) else { return false }
    try? write { connection in
      // Writes the file's header, and nothing that anybody asks for.
      let version = try connection.value("PRAGMA user_version")?.integer ?? 0
      try connection.script("PRAGMA user_version = \(version)")
    }
    return lacksRoom.load(ordering: .relaxed)
  }

  /// Reads. The closure sees one state of the database throughout, since nothing else runs meanwhile.
  package func read<Outcome>(_ body: (Connection) throws -> Outcome) throws -> Outcome {
    try inTurn { try body(connection($0, $1)) }
  }

  /// Writes with a single statement, which SQLite makes atomic by itself.
  @discardableResult
  package func write<Outcome>(_ body: (Connection) throws -> Outcome) throws -> Outcome {
    try storing { try body(connection($0, $1)) }
  }

  /// Writes with several statements that take effect together or, when the closure throws, not at all.
  @discardableResult
  package func transaction<Outcome>(_ body: (Connection) throws -> Outcome) throws -> Outcome {
    try storing { try transaction(connection($0, $1), body) }
  }

  private func transaction<Outcome>(
    _ connection: Connection, _ body: (Connection) throws -> Outcome
  ) throws -> Outcome {
    try Self.inTransaction(connection) { try body(connection) }
  }

  private func connection(_ statements: CompiledStatements, _ watch: StoreWatch?) -> Connection {
    Connection(statements: statements, watch: watch, recorder: ReadRecorder.current(of: versions))
  }

  // MARK: What is read

  /// Runs a closure and records everything that this thread reads from the database meanwhile.
  ///
  /// - Throws: What the closure throws.
  package func recordingReads<Outcome>(_ body: () throws -> Outcome) rethrows -> (outcome: Outcome, reads: ReadSet) {
    let recorder = ReadRecorder(versions)
    let outcome = try ReadRecorder.$current.withValue(recorder, operation: body)
    let reads = recorder.readSet
    ReadRecorder.current(of: versions)?.note(reads)
    return (outcome, reads)
  }

  /// Whether what was worked out from these reads would come out the same, since nothing of it was written to.
  package func isCurrent(_ reads: ReadSet) -> Bool { versions.isCurrent(reads) }

  /// Notes that something is used which was worked out earlier.
  package func noteReads(_ reads: ReadSet) { ReadRecorder.current(of: versions)?.note(reads) }
  /// How often the whole content was replaced: what was worked out beside the database holds for one of them.
  package var generation: Int { versions.replacements }

  /// Ends all work on the database and closes it.
  package func close() {
    turn.withLock { statements in
      statements.close()
      // The only error is SQLITE_BUSY for statements in use, of which there are none left.
      try? queue.close()
    }
  }

  /// Runs on the database when no other thread does.
  func inTurn<Outcome>(
    as rank: LockRank = .store, _ body: (CompiledStatements, StoreWatch?) throws -> Outcome
  ) throws -> Outcome {
    let watch = watch.load()
    if let held = HeldTurn.current, held.store === self {
      return try StoreError.wrap { try body(held.statements, watch) }
    }
    var report: (() -> Void)?
    defer { report?() }
    return try turn.withLock(as: rank) { statements in
      let start = watch.map { _ in StoreWatch.now() }
      defer { if let start { report = watch?.end(since: start) } }
      return try StoreError.wrap { try body(statements, watch) }
    }
  }

  /// Runs what stores something, in its turn, and notes whether there was room for it.
  private func storing<Outcome>(_ body: (CompiledStatements, StoreWatch?) throws -> Outcome) throws -> Outcome {
    var commit: Commit?
    // A failure does not undo an earlier commit of the work.
    defer { announce(commit) }
    do {
      let outcome = try inTurn { statements, watch in
        statements.log.prepare(followed, statements)
        defer { commit = self.commit(in: statements) }
        return try WriteCondition.write(to: self, statements) { try body(statements, watch) }
      }
      if lacksRoom.load(ordering: .relaxed) { lacksRoom.store(false, ordering: .relaxed) }
      return outcome
    } catch let error as StoreError where error.kind == .notStored {
      lacksRoom.store(true, ordering: .relaxed)
      throw error
    }
  }
}

/// A failure of the database, without anything of the library behind it.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// What failed.
  package enum Kind: Sendable {
    /// A UNIQUE, NOT NULL, CHECK or FOREIGN KEY rule would be broken (SQLITE_CONSTRAINT).
    case constraint
    /// Another process uses the file (SQLITE_BUSY).
    case inUse
    /// What was to be stored could not be: the disk is full, a quota or a limit on files is reached, or writing failed
    /// (SQLITE_FULL and the SQLITE_IOERR codes of writing). What is there can be read.
    case notStored
    /// The file is no database, or is damaged (SQLITE_CORRUPT, SQLITE_NOTADB).
    case damaged
    /// Anything else: I/O, an error in our SQL.
    case other
  }

  package let kind: Kind
  /// SQLite's message, such as `UNIQUE constraint failed: productor.email`.
  package let description: String

  /// What fails when there is no room, besides SQLITE_FULL: a quota shows when a file is synchronized, too.
  private static let writing: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE,
  ]

  /// The same failure, with the part of the work that failed.
  package func of(_ part: String) -> StoreError { StoreError(kind: kind, description: "\(part): \(description)") }

  /// Does something with a database, and has its failures be values of this type.
  package static func wrap<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let kind: Kind =
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: .constraint
        case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
        case .SQLITE_FULL: .notStored
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_IOERR where writing.contains(error.extendedResultCode): .notStored
        default: .other
        }
      // The error of a failed copy names its source, which is intact.
      let message = error.resultCode == .SQLITE_FULL ? "database or disk is full" : error.message
      throw StoreError(kind: kind, description: message ?? "\(error.resultCode)")
    }
  }
}

/// A turn on the database that took long.
package struct LongTurn: Sendable {
  /// How long nobody else could use the database, in nanoseconds.
  package let nanoseconds: Int64
  /// The statement that took the most of it, and how much; nil when there was none.
  package let statement: (sql: String, nanoseconds: Int64)?
}

/// Times what happens on one database. Used in turn.
///
/// `@unchecked Sendable` because its times are touched only by the thread whose turn it is on the database.
final class StoreWatch: @unchecked Sendable {
  private var slowest: (sql: String, nanoseconds: Int64)?
  private let limit: Int64
  private let report: @Sendable (LongTurn) -> Void

  /// - Parameters:
  ///   - limit: How many nanoseconds are long.
  ///   - report: Called for each turn that took at least that, after it.
  init(limit: Int64, report: @escaping @Sendable (LongTurn) -> Void) {
    (self.limit, self.report) = (limit, report)
  }

  /// Nanoseconds of a clock that only goes forward, exact to some milliseconds: it is read for every statement, and this
  /// one costs a fraction of the exact one.
  static func now() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Notes how long a statement took.
  func note(_ sql: String, since start: Int64) {
    let nanoseconds = Self.now() - start
    if nanoseconds > slowest?.nanoseconds ?? 0 { slowest = (sql, nanoseconds) }
  }

  /// Ends a turn.
  ///
  /// - Returns: What to call once the turn is over; nil when it was short.
  func end(since start: Int64) -> (() -> Void)? {
    defer { slowest = nil }
    let nanoseconds = Self.now() - start
    guard nanoseconds >= limit else { return nil }
    let turn = LongTurn(nanoseconds: nanoseconds, statement: slowest)
    return { self.report(turn) }
  }
}
