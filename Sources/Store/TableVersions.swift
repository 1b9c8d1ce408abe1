import Foundation
import GRDB
import Locking

/// What was read from a database while something was worked out, and how the tables stood then.
package struct ReadSet: Sendable {
  /// The tables that were read, each with its version when it was read first.
  fileprivate let tables: [(table: Int, version: Int)]
  /// The sum of these versions and of how often the whole content was replaced. All of them only grow, so an equal sum
  /// means that nothing changed.
  fileprivate let sum: Int
}

/// How the tables of a database stood at a moment.
package struct TableMark: Sendable {
  fileprivate let replacements: Int
  fileprivate let versions: [Int]

  /// Before anything was written.
  package static let beginning = TableMark(replacements: 0, versions: [])
}

/// How often each table of a database was written to. SQLite itself says which tables a statement reads and writes, when
/// it compiles the statement; so no list of tables is kept by hand, and none can be incomplete.
///
/// That covers what its update hook does not tell: tables WITHOUT ROWID, `DELETE` of a whole table, triggers and foreign
/// keys. A table counts as written to also where a statement finds nothing to change.
final class TableVersions: Sendable {
  private struct State {
    /// How often the whole content was replaced, which counts for every table.
    var replacements = 0
    var numbers: [String: Int] = [:]
    var versions: [Int] = []
    /// The tables that there are; nil until somebody asks.
    var names: [String]?
    /// The tables that statements read, by their SQL.
    var reads: [String: [Int]] = [:]

    mutating func number(of table: String) -> Int {
      if let number = numbers[table] { return number }
      versions.append(0)
      numbers[table] = versions.count - 1
      return versions.count - 1
    }
  }

  /// The most statements whose tables are remembered. SQL is constant text but for that of filters.
  private static let maximumStatements = 2000

  private let state = OrderedMutex(.leaf, State())

  // MARK: Writing

  /// A table is about to be written to, in the turn of the thread that writes.
  func raise(_ table: String) {
    state.withLock { state in
      let number = state.number(of: table)
      state.versions[number] &+= 1
    }
  }

  /// The whole content was replaced.
  func raiseAll() { state.withLock { $0.replacements &+= 1 } }

  /// How often the whole content was replaced.
  var replacements: Int { state.withLock { $0.replacements } }

  /// The tables that were written to since a mark was made, and a mark of how they stand now.
  func changes(since mark: TableMark) -> (tables: [String], mark: TableMark) {
    state.withLock { state in
      let isReplaced = mark.replacements != state.replacements
      let changed = state.numbers.filter { _, number in
        isReplaced || number >= mark.versions.count || mark.versions[number] != state.versions[number]
      }
      return (changed.keys.sorted(), TableMark(replacements: state.replacements, versions: state.versions))
    }
  }

  // MARK: Reading

  /// Whether what was read is there unchanged.
  func isCurrent(_ set: ReadSet) -> Bool {
    state.withLock { state in
      set.tables.reduce(state.replacements) { $0 &+ state.versions[$1.table] } == set.sum
    }
  }

  /// The numbers and the versions of the tables that a statement reads. To be called in turn.
  func reads(of statement: Statement, _ database: Database) throws -> [(table: Int, version: Int)] {
    let known = state.withLock { state in
      state.reads[statement.sql].map { tables in tables.map { ($0, state.versions[$0]) } }
    }
    if let known { return known }
    let (region, names) = (statement.databaseRegion, try names(database))
    return state.withLock { state in
      let read = Set(names + state.numbers.keys).filter {
        region.isFullDatabase || region.isModified(byEventsOfKind: .insert(tableName: $0))
      }
      let tables = read.map { state.number(of: $0) }
      if state.reads.count >= Self.maximumStatements { state.reads.removeAll() }
      state.reads[statement.sql] = tables
      return tables.map { ($0, state.versions[$0]) }
    }
  }

  /// Forgets which tables there are and which of them statements read. To be called in turn, after there are more.
  func forgetSchema() {
    state.withLock { ($0.names, $0.reads) = (nil, [:]) }
  }

  /// The names of all tables, temporary and virtual ones among them. They are read again after ``forgetSchema()``.
  private func names(_ database: Database) throws -> [String] {
    if let names = state.withLock({ $0.names }) { return names }
    let names = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_list")
    state.withLock { $0.names = names }
    return names
  }
}

/// Hears from the library, before each statement, which tables it writes to.
final class WriteObserver: TransactionObserver {
  private let versions: TableVersions

  init(_ versions: TableVersions) { self.versions = versions }

  /// Asked before each execution of a statement for every table that it may write to, those of its triggers and of the
  /// actions of foreign keys among them. What single rows become is of no interest, so the answer is no, and SQLite may
  /// go on emptying tables at once.
  func observes(eventsOfKind event: DatabaseEventKind) -> Bool {
    switch event {
    case .insert(let table), .delete(let table), .update(let table, _): versions.raise(table)
    }
    return false
  }

  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}
}

/// Notes what is read from one database while something is worked out.
///
/// `@unchecked Sendable` because only the thread that works it out touches it: all of the work is synchronous.
final class ReadRecorder: @unchecked Sendable {
  /// The recorder of the thread's innermost recording.
  @TaskLocal static var current: ReadRecorder?

  private let versions: TableVersions
  private var sum: Int
  private var tables: [(table: Int, version: Int)] = []

  init(_ versions: TableVersions) {
    self.versions = versions
    sum = versions.replacements
  }

  /// The thread's recorder, if it records this database.
  static func current(of versions: TableVersions) -> ReadRecorder? {
    guard let current, current.versions === versions else { return nil }
    return current
  }

  /// A statement is about to be run, in turn. A table counts as it stood when it was read first.
  func note(_ statement: Statement, _ database: Database) throws {
    note(try versions.reads(of: statement, database))
  }

  /// What was worked out earlier is used: what was read for it counts as read by this recorder, too.
  func note(_ set: ReadSet) { note(set.tables) }

  private func note(_ reads: [(table: Int, version: Int)]) {
    for read in reads where !tables.contains(where: { $0.table == read.table }) {
      tables.append(read)
      sum &+= read.version
    }
  }

  /// What was read so far.
  var readSet: ReadSet { ReadSet(tables: tables, sum: sum) }
}

/// Has transactions announce what they changed in the order of their commits, each on its own thread, when the database
/// is free for others already.
///
/// `@unchecked Sendable` because its numbers are touched only under `condition`.
final class AnnouncementOrder: @unchecked Sendable {
  private let condition = NSCondition()
  private var last = 0
  private var done = 0

  /// A place behind all that were taken. To be called in turn; whoever has a place must come with it.
  func place() -> Int {
    condition.withLock {
      last &+= 1
      return last
    }
  }

  /// Calls a closure when all places before are done. It must not use the database, whose next commit may wait for it.
  func announce(_ place: Int, _ body: () -> Void) {
    condition.lock()
    while done &+ 1 != place { condition.wait() }
    condition.unlock()
    LockOrder.holding(.announcements, body)
    condition.withLock {
      done = place
      condition.broadcast()
    }
  }
}
