import GRDB
import GRDBSQLite
import JSON
import Platform

/// A statement that SQLite compiled. To be used in turn.
final class CompiledStatement {
  let sql: String
  fileprivate let handle: OpaquePointer
  /// The numbers (``TableVersions``) of the tables that it reads, and of those that it may write to, those of its triggers
  /// and of the actions of foreign keys among them.
  let reads: [Int]
  let writes: [Int]

  fileprivate init(_ sql: String, _ handle: OpaquePointer, reads: [Int], writes: [Int]) {
    (self.sql, self.handle, self.reads, self.writes) = (sql, handle, reads, writes)
  }

  deinit { sqlite3_finalize(handle) }
}

/// The statements of one database, each compiled once and kept by its text. To be used in turn.
///
/// They are run through SQLite's own interface: the library's statements take longer than SQLite does for a row.
final class CompiledStatements {
  /// SQL is constant text but for that of filters; beyond this number all are compiled again when they are needed.
  private static let capacity = 1000

  private let versions: TableVersions
  private let tables = AccessedTables()
  /// The changes of the present turn to followed tables. It outlives the connection.
  let log = ChangeLog()
  /// nil once the database is closed.
  private var connection: OpaquePointer?
  private var statements: [Text: CompiledStatement] = [:]

  /// The text of a statement. Each is looked up by it each time it is run.
  private struct Text: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
      var digest: UInt64 = 0
      TextDigest.mix(sql, into: &digest)
      hasher.combine(digest)
    }
  }

  /// None yet of a database.
  init(_ queue: DatabaseQueue, _ versions: TableVersions) {
    self.versions = versions
    connection = queue.unsafeReentrantRead { $0.sqliteConnection }
    // Once and for all, since each change has SQLite compile every statement again. It outlives the connection.
    sqlite3_set_authorizer(
      connection,
      { context, action, first, _, _, _ in
        if let context { Unmanaged<AccessedTables>.fromOpaque(context).takeUnretainedValue().note(action, first) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(tables).toOpaque())
    log.attach(to: connection)
    // The library's own, which follow transactions that were begun through it.
    sqlite3_commit_hook(connection, nil, nil)
    sqlite3_rollback_hook(connection, nil, nil)
  }

  deinit { close() }

  /// Gives everything back that SQLite holds for statements. None can be run afterwards.
  func close() {
    forget()
    if let connection { sqlite3_set_authorizer(connection, nil, nil) }
    connection = nil
  }

  /// Has all statements compiled again when they are next needed, since other tables and triggers are there.
  func forget() { statements.removeAll() }

  /// Calls a closure with the connection.
  ///
  /// - Throws: What the closure throws; `DatabaseError` when the database is closed.
  func withConnection<Outcome>(_ body: (OpaquePointer) throws -> Outcome) throws -> Outcome {
    guard let connection else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed") }
    return try body(connection)
  }

  /// Whether a transaction has begun and not ended.
  var isInTransaction: Bool { connection.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// How many rows the last statement changed, without those that triggers changed.
  var changes: Int { connection.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// The number of the row that was inserted last.
  var lastInsertedNumber: Int64 { connection.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// The statement of a text.
  ///
  /// - Throws: `DatabaseError` for what is no single statement.
  func statement(_ sql: String) throws -> CompiledStatement {
    if let statement = statements[Text(sql: sql)] { return statement }
    let statement = try sql.withCString { start in
      var start: UnsafePointer<CChar>? = start
      return try compile(&start, isKept: true)
    }
    guard let statement else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "no statement: \(sql)") }
    if statements.count >= Self.capacity { statements.removeAll() }
    statements[Text(sql: sql)] = statement
    return statement
  }

  /// Runs statements that are separated by semicolons and have no arguments.
  ///
  /// - Throws: `DatabaseError` of the first that fails.
  func script(_ sql: String) throws {
    try sql.withCString { text in
      var start: UnsafePointer<CChar>? = text
      while let next = start, next.pointee != 0 {
        guard let statement = try compile(&start, isKept: false) else { continue }
        try run(statement, []) { _ in true }
      }
    }
  }

  /// Runs a statement about this connection alone, which concerns no observer.
  ///
  /// - Returns: Whether it succeeded.
  func execute(plain sql: String) -> Bool { connection.map { sqlite3_exec($0, sql, nil, nil, nil) } == SQLITE_OK }

  /// Compiles the first statement of a text.
  ///
  /// - Parameters:
  ///   - start: Where the text begins; afterwards, where the next statement does.
  /// - Returns: nil for a text without a statement, such as a comment.
  private func compile(_ start: inout UnsafePointer<CChar>?, isKept: Bool) throws -> CompiledStatement? {
    tables.forget()
    var handle: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = try withConnection { sqlite3_prepare_v3($0, start, -1, flags, &handle, &start) }
    guard code == SQLITE_OK else { throw failure() }
    guard let handle else { return nil }
    return CompiledStatement(
      sqlite3_sql(handle).map { String(cString: $0) } ?? "", handle, reads: versions.numbers(of: tables.read),
      writes: versions.numbers(of: tables.written))
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - row: Called for each row; says whether to go on.
  /// - Throws: `DatabaseError`, and what the closure throws.
  func run(_ statement: CompiledStatement, _ arguments: [SQLValue], row: (ResultRow) throws -> Bool) throws {
    guard connection != nil else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed")
    }
    if !statement.writes.isEmpty {
      versions.raise(statement.writes)
      log.note(written: statement.writes)
    }
    let (handle, noted) = (statement.handle, log.count)
    defer {
      sqlite3_reset(handle)
      if !arguments.isEmpty { sqlite3_clear_bindings(handle) }
    }
    guard Int(sqlite3_bind_parameter_count(handle)) == arguments.count else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "wrong number of statement arguments: \(arguments.count)",
        sql: statement.sql)
    }
    for (index, argument) in arguments.enumerated() {
      guard argument.bind(to: handle, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
    }
    var goesOn = true
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        // What writes is run to its end, at which it is stored: whether there was room for it is said only there.
        if goesOn { goesOn = try row(ResultRow(handle: handle)) }
        if !goesOn, statement.writes.isEmpty { return }
      case SQLITE_DONE: return
      default:
        log.forget(after: noted)
        throw failure()
      }
    }
  }

  /// The last failure of SQLite on this connection.
  private func failure() -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) })
  }
}

/// A row of a statement's result, valid until the next one is asked for.
struct ResultRow {
  fileprivate let handle: OpaquePointer

  /// All columns in order.
  var values: [SQLValue] { (0..<sqlite3_column_count(handle)).map(value) }

  /// A column.
  ///
  /// - Parameters:
  ///   - column: From 0.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: text(column) { .text(String(decoding: $0, as: UTF8.self)) }
    case SQLITE_BLOB:
      // In this order: the pointer is that of the bytes as they are counted.
      sqlite3_column_blob(handle, column).map { start in
        .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
      } ?? .blob([])
    default: .null
    }
  }

  /// The UTF-8 of a column; nil for NULL.
  func bytes(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    return text(column) { Array($0) }
  }

  private func text<Outcome>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Outcome) -> Outcome {
    let start = sqlite3_column_text(handle, column)
    return body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }
}

extension SQLValue {
  /// An argument of a function that SQLite calls.
  init(argument value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
      self = .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: self = .null
    }
  }

  /// Has SQLite keep a copy of the value for a statement. Text ends at its first NUL, which SQLite's functions of text do
  /// not look behind.
  ///
  /// - Parameters:
  ///   - index: From 1.
  /// - Returns: A result code.
  fileprivate func bind(to handle: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a macro that Swift does not read.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch self {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let value): return sqlite3_bind_int64(handle, index, value)
    case .real(let value): return sqlite3_bind_double(handle, index, value)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, transient) }
        let count = memchr(start, 0, bytes.count).map { $0 - UnsafeMutableRawPointer(mutating: start) } ?? bytes.count
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text(handle, index, $0, Int32(clamping: count), transient)
        }
      }
    case .blob(let bytes) where bytes.isEmpty: return sqlite3_bind_zeroblob(handle, index, 0)
    case .blob(let bytes): return sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), transient)
    }
  }
}

/// The tables that a statement reads and writes, as SQLite reports while it compiles it.
private final class AccessedTables {
  private(set) var read: Set<String> = []
  private(set) var written: Set<String> = []

  func forget() { (read, written) = ([], []) }

  /// Notes an action of a statement (SQLite, "Authorizer Action Codes").
  ///
  /// - Parameters:
  ///   - first: The table, for the actions that are of interest.
  func note(_ action: Int32, _ first: UnsafePointer<CChar>?) {
    guard let first else { return }
    switch action {
    case SQLITE_READ: read.insert(String(cString: first))
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: written.insert(String(cString: first))
    default: break
    }
  }
}
