import Foundation
import Locking
import Synchronization

/// What was read from a database while something was worked out, and how the tables stood then.
package struct ReadSet: Sendable {
  /// The tables that were read, each with its version when it was read first.
  fileprivate let tables: [(table: Int, version: Int)]
  /// The sum of these versions and of how often the whole content was replaced. All of them only grow, so an equal sum
  /// means that nothing changed.
  fileprivate let sum: Int
}

/// How often each table of a database was written to. SQLite itself says which tables a statement reads and writes, when
/// it compiles the statement (``CompiledStatements``); so no list of tables is kept by hand, and none can be incomplete.
///
/// That covers what its update hook does not report: tables WITHOUT ROWID, `DELETE` of a whole table, triggers and foreign
/// keys. A table counts as written to also where a statement finds nothing to change.
final class TableVersions: Sendable {
  private struct State {
    /// How often the whole content was replaced, which counts for every table.
    var replacements = 0
    var numbers: [String: Int] = [:]
    var versions: [Int] = []

    mutating func number(of table: String) -> Int {
      if let number = numbers[table] { return number }
      versions.append(0)
      numbers[table] = versions.count - 1
      return versions.count - 1
    }
  }

  private let state = OrderedMutex(.leaf, State())

  // MARK: Writing

  /// The numbers of tables, under which they are counted.
  func numbers(of tables: Set<String>) -> [Int] {
    state.withLock { state in tables.sorted().map { state.number(of: $0) } }
  }

  /// Tables are about to be written to, in the turn of the thread that writes.
  func raise(_ tables: [Int]) {
    state.withLock { state in
      for table in tables { state.versions[table] &+= 1 }
    }
  }

  /// The whole content was replaced.
  func raiseAll() { state.withLock { $0.replacements &+= 1 } }

  /// How often the whole content was replaced.
  var replacements: Int { state.withLock { $0.replacements } }

  /// The numbers of all tables.
  var allNumbers: [Int] { state.withLock { Array($0.versions.indices) } }

  /// The names of tables, sorted.
  func names(of numbers: Set<Int>) -> [String] {
    guard !numbers.isEmpty else { return [] }
    return state.withLock { state in state.numbers.filter { numbers.contains($0.value) }.keys.sorted() }
  }

  // MARK: Reading

  /// Whether what was read is there unchanged.
  func isCurrent(_ set: ReadSet) -> Bool {
    state.withLock { state in
      set.tables.reduce(state.replacements) { $0 &+ state.versions[$1.table] } == set.sum
    }
  }

  /// Tables with their versions as they are now.
  fileprivate func current(_ tables: [Int]) -> [(table: Int, version: Int)] {
    state.withLock { state in tables.map { ($0, state.versions[$0]) } }
  }
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
  func note(_ statement: CompiledStatement) { note(versions.current(statement.reads)) }

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
final class AnnouncementOrder: Sendable {
  /// How often a thread checks whether its place has come before it sleeps: most announcements take less time than it takes
  /// to put a thread to sleep and to wake it up.
  private static let spins = 200

  private let last = Atomic(0)
  private let done = Atomic(0)
  /// How many threads sleep, or are about to.
  private let sleepers = Atomic(0)
  private let condition = NSCondition()

  /// A place behind all that were taken. Call it in turn; each place that was taken must be announced.
  func place() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Calls a closure when all places before are done. It must not use the database, whose next commit may wait for it.
  func announce(_ place: Int, _ body: () -> Void) {
    if !isNext(place) { wait(for: place) }
    LockOrder.holding(.announcements, body)
    done.store(place, ordering: .sequentiallyConsistent)
    // In this order on both sides: either the sleeper is seen here, or it sees its place there.
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { condition.withLock { condition.broadcast() } }
  }

  private func isNext(_ place: Int) -> Bool { done.load(ordering: .sequentiallyConsistent) &+ 1 == place }

  private func wait(for place: Int) {
    for _ in 0..<Self.spins where isNext(place) { return }
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    condition.withLock {
      while !isNext(place) { condition.wait() }
    }
    sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }
}
