import Locking

/// A table that is made when it is first needed, such as that of one of thousands of resources.
package struct DeferredTable: Sendable {
  let name: String
  /// Writes the statement that makes it, `CREATE TABLE IF NOT EXISTS`.
  let creation: @Sendable () -> String

  /// A table of a name.
  package init(_ name: String, creation: @escaping @Sendable () -> String) {
    (self.name, self.creation) = (name, creation)
  }
}

/// Which tables a schema defers, and which of them a database has. The database itself is used in turn.
final class DeferredTables: Sendable {
  private struct State {
    var tables: [String: DeferredTable] = [:]
    var made: Set<String> = []
  }

  private let state: OrderedMutex<State>

  /// Those of a schema, of a database in which none is known to be.
  init(_ schema: [SchemaStep]) {
    state = OrderedMutex(.leaf, State())
    define(schema)
  }

  /// Those of another database, of a copy of it.
  init(_ other: DeferredTables) {
    state = OrderedMutex(.leaf, other.state.withLock { $0 })
  }

  /// Adds those of a schema.
  func define(_ schema: [SchemaStep]) {
    state.withLock { state in
      for table in schema.lazy.flatMap(\.deferred) { state.tables[table.name] = table }
    }
  }

  /// The table of a name that is deferred and not known to be there.
  func missing(_ name: String) -> DeferredTable? {
    state.withLock { $0.made.contains(name) ? nil : $0.tables[name] }
  }

  /// All that are not known to be there.
  var allMissing: [DeferredTable] {
    state.withLock { state in state.tables.values.filter { !state.made.contains($0.name) } }
  }

  /// Notes that tables are there.
  func note(_ tables: [DeferredTable]) {
    state.withLock { $0.made.formUnion(tables.map(\.name)) }
  }

  /// Makes all tables that were there before the content was replaced by one that may lack them; when that fails, they
  /// are made when they are next required.
  func makeAgain(_ connection: Connection) {
    let known = state.withLock { state in state.made.compactMap { state.tables[$0] } }
    guard !known.isEmpty else { return }
    do {
      let rows = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
      let names = Set(rows.compactMap { $0[0].text })
      for table in known where !names.contains(table.name) { try connection.script(table.creation()) }
    } catch {
      state.withLock { $0.made.removeAll() }
    }
  }
}
