import GRDBSQLite
import Locking
import Synchronization

/// The tables of a database that subscribers follow. The next write applies a change of it.
package final class FollowedTables: Sendable {
  struct Wanted: Sendable {
    var tables: [TrackedTable] = []
    /// Whether a subscriber follows the names of written tables.
    var notesNames = false
  }

  private let edition = Atomic(0)
  private let wanted = OrderedMutex(.leaf, Wanted())

  /// Sets the tables from the next write on.
  ///
  /// - Parameters:
  ///   - notesNames: Whether the names of all written tables are reported as well.
  package func set(_ tables: [TrackedTable], notesNames: Bool) {
    wanted.withLock { $0 = Wanted(tables: tables, notesNames: notesNames) }
    edition.wrappingAdd(1, ordering: .releasing)
  }

  /// The tables and their edition; nil if the edition is still the given one.
  func after(_ edition: Int) -> (wanted: Wanted, edition: Int)? {
    let now = self.edition.load(ordering: .acquiring)
    return now == edition ? nil : (wanted.withLock { $0 }, now)
  }
}

/// Notes the changes of the current turn on a database. `TEMP` triggers call it for each row, from any writer, and for cascades
/// and other triggers. There are triggers only for the tables that subscribers follow. Used by one thread at a time.
///
/// The triggers replace `sqlite3_preupdate_hook`: not every system's SQLite has it, it returns NULL for the defaults of added
/// columns, and it cannot run the query that renders a record.
final class ChangeLog {
  /// The cause of a note.
  enum Mode: Int64 {
    /// A row before it, or one of its parts, is changed or deleted.
    case touched
    /// A row after it was inserted.
    case inserted
    /// A row before an insertion that can replace it.
    case replaced
  }

  /// The SQL function by which triggers note a row.
  static let function = "note_change"
  /// The limits of a turn, in rows and in bytes of JSON. More is reported as ``StoreCommit/Change/replacement``.
  private static let capacity = (notes: 50_000, bytes: 64 << 20)
  /// The most records of a table that are compared when the content is replaced.
  private static let mostCompared = 10_000

  private struct Key: Hashable {
    let table: Int
    let values: [SQLValue]
  }

  private enum Note {
    case row(Key, Mode, RecordState?)
    case action(NamedAction)
    case change(StoreCommit.Change)
  }

  private var edition = 0
  private var tables: [TrackedTable] = []
  private var notesNames = false
  private var triggers: [String] = []
  private var notes: [Note] = []
  private var bytes = 0
  private var isFull = false
  private var written: Set<Int> = []
  /// Whether current writes are not reported.
  private var isMuted = false

  /// Registers the function of the triggers.
  func attach(to connection: OpaquePointer?) {
    let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
      context, count, values in
      guard let log = sqlite3_user_data(context), let values else { return }
      Unmanaged<ChangeLog>.fromOpaque(log).takeUnretainedValue().note(
        (0..<Int(count)).map { SQLValue(argument: values[$0]) })
    }
    sqlite3_create_function_v2(
      connection, Self.function, -1, SQLITE_UTF8, Unmanaged.passUnretained(self).toOpaque(), call, nil, nil, nil)
  }

  // MARK: Triggers

  /// Applies a change of the followed tables, before a write.
  func prepare(_ followed: FollowedTables, _ statements: CompiledStatements) {
    guard let (wanted, edition) = followed.after(edition) else { return }
    uninstall(statements)
    (tables, notesNames, self.edition) = (wanted.tables, wanted.notesNames, edition)
    guard !tables.isEmpty else { return }
    let names = existing(statements)
    for (number, table) in tables.enumerated() where names.isSuperset(of: table.tables) {
      for trigger in table.triggers(number) where statements.execute(plain: trigger.sql) {
        triggers.append(trigger.name)
      }
    }
  }

  /// Removes the triggers until the next write, for a change of the schema.
  func uninstall(_ statements: CompiledStatements) {
    for trigger in triggers { _ = statements.execute(plain: "DROP TRIGGER IF EXISTS temp.\(trigger)") }
    triggers = []
    edition = -1
  }

  private func existing(_ statements: CompiledStatements) -> Set<String> {
    let rows = try? Connection(statements: statements).rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    return Set((rows ?? []).compactMap { $0[0].text })
  }

  // MARK: Notes

  /// The number of notes, for ``forget(after:)``.
  var count: Int { notes.count }

  /// Whether there is nothing to report.
  var isEmpty: Bool { notes.isEmpty && written.isEmpty && !isFull }

  func note(written tables: [Int]) {
    if notesNames { written.formUnion(tables) }
  }

  /// Notes an event that is not a record.
  func note(_ action: NamedAction) {
    if !tables.isEmpty, !isMuted { append(.action(action), bytes: action.content.count) }
  }

  /// Notes that any record may differ.
  func noteReplacement() {
    if !tables.isEmpty, !isMuted { append(.change(.replacement), bytes: 0) }
  }

  /// Runs a closure whose writes are not reported.
  func muted<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let before = isMuted
    isMuted = true
    defer { isMuted = before }
    return try body()
  }

  /// Discards the notes of a failed statement.
  func forget(after count: Int) {
    if notes.count > count { notes.removeSubrange(count...) }
  }

  /// Discards all notes, after a rollback.
  func clear() { (notes, bytes, isFull, written) = ([], 0, false, []) }

  private func note(_ arguments: [SQLValue]) {
    guard !isMuted, arguments.count > 2, let number = arguments[0].integer, let mode = arguments[1].integer,
      let mode = Mode(rawValue: mode), tables.indices.contains(Int(number))
    else { return }
    let end = min(arguments.count, 2 + tables[Int(number)].key.count)
    let state = RecordState(arguments[end...])
    append(.row(Key(table: Int(number), values: Array(arguments[2..<end])), mode, state), bytes: state?.json.count ?? 0)
  }

  private func append(_ note: Note, bytes count: Int) {
    guard !isFull else { return }
    notes.append(note)
    bytes += count
    if notes.count > Self.capacity.notes || bytes > Self.capacity.bytes { (notes, isFull) = ([], true) }
  }

  // MARK: What was committed

  /// The noted changes, with the records as they are now; nil without changes. Discards the notes.
  func takeCommit(_ statements: CompiledStatements, _ versions: TableVersions) -> StoreCommit? {
    defer { clear() }
    let names = versions.names(of: written)
    let isFull = isFull
    let changes = isFull ? nil : try? merged(Connection(statements: statements))
    guard changes?.isEmpty != true || !names.isEmpty else { return nil }
    return StoreCommit(changes: changes ?? [.replacement], tables: names)
  }

  /// One change for each record: created ones in the order of their insertion, others in that of their last change.
  private func merged(_ connection: Connection) throws -> [StoreCommit.Change] {
    struct Entry {
      let first: Int
      var last: Int
      var before: RecordState?
      var isTouched: Bool
    }
    var entries: [Key: Entry] = [:]
    var placed: [(place: Int, change: StoreCommit.Change)] = []
    for (place, note) in notes.enumerated() {
      switch note {
      case .action(let action): placed.append((place, .action(action)))
      case .change(let change): placed.append((place, change))
      case .row(let key, let mode, let state):
        var entry = entries[key] ?? Entry(first: place, last: place, before: state, isTouched: false)
        (entry.last, entry.isTouched) = (place, entry.isTouched || mode != .replaced)
        entries[key] = entry
      }
    }
    for (key, entry) in entries where entry.isTouched {
      let table = tables[key.table]
      let after = try connection.row(table.reading, key.values).flatMap { RecordState($0) }
      guard entry.before != nil || after != nil else { continue }
      placed.append(
        (entry.before == nil ? entry.first : entry.last, .record(table: table.name, before: entry.before, after: after))
      )
    }
    return placed.sorted { $0.place < $1.place }.map(\.change)
  }

  // MARK: Replacements

  /// The records of the compared tables, by the number of the table, without tables of too many records.
  func comparedRecords(_ statements: CompiledStatements) -> [Int: [RecordState]] {
    let connection = Connection(statements: statements)
    let compared = tables.enumerated().filter(\.element.isCompared)
    guard !compared.isEmpty else { return [:] }
    let names = existing(statements)
    var records: [Int: [RecordState]] = [:]
    for (number, table) in compared where names.contains(table.name) {
      guard let rows = try? connection.rows(table.readingAll(limit: Self.mostCompared + 1)),
        rows.count <= Self.mostCompared
      else { continue }
      records[number] = rows.compactMap { RecordState($0) }
    }
    return records
  }

  /// Notes that the whole content was replaced, and the differences of the compared records: first deleted ones, then new and
  /// changed ones.
  func noteReplacement(of before: [Int: [RecordState]], by after: [Int: [RecordState]]) {
    guard !tables.isEmpty else { return }
    append(.change(.replacement), bytes: 0)
    for number in before.keys.sorted() {
      guard let old = before[number], let new = after[number], old != new else { continue }
      let (known, left) = (Dictionary(old.map { ($0.id, $0) }) { first, _ in first }, Set(new.map(\.id)))
      let name = tables[number].name
      for record in old where !left.contains(record.id) {
        append(.change(.record(table: name, before: record, after: nil)), bytes: record.json.count)
      }
      for record in new where known[record.id] != record {
        append(.change(.record(table: name, before: known[record.id], after: record)), bytes: record.json.count)
      }
    }
  }
}

extension Connection {
  /// Reports an event that is not a record, among the changes of the records, after the commit.
  package func announce(_ action: NamedAction) { statements.log.note(action) }

  /// Reports that any record may differ.
  package func announceReplacement() { statements.log.noteReplacement() }

  /// Runs writes that are not reported: rows that clients assume to exist already.
  ///
  /// - Throws: What the closure throws.
  package func unannounced<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    try statements.log.muted(body)
  }
}
