import Store
import World

/// Stores new records under the next number of a sequence, from which their ids are made (``WorldSQL/next(_:_:for:prefix:)``).
///
/// In the usual case, one statement raises the sequence, one reads it, and one stores the record under that number, unless
/// a record has it already. So the number is right after a rollback, a restore, or an edit from outside.
package struct NumberedInsertion: Sendable {
  private let table: String
  private let sequence: String
  private let idPrefix: String
  private let next: String
  private let given: String
  private let reading: String

  /// Insertions into a table with the columns `number` and `id`.
  ///
  /// - Parameters:
  ///   - sequence: The name of the sequence.
  ///   - idPrefix: What ids begin with. The number follows.
  ///   - columns: The columns besides `number` and `id`.
  ///   - computed: Further columns, each with the SQL of its value, in which `?1` is the number of the record.
  package init(
    into table: RecordTable, sequence: String, idPrefix: String, _ columns: [String],
    computed: KeyValuePairs<String, String> = [:]
  ) {
    (self.table, self.sequence, self.idPrefix) = (table.name, sequence, idPrefix)
    let names = (["number", "id"] + columns + computed.map(\.key)).joined(separator: ", ")
    let values = (["?1", "?2 || ?1"] + columns.map { _ in "?" } + computed.map(\.value)).joined(separator: ", ")
    // With VALUES: for a SELECT into a table with triggers, SQLite creates a table of its own each time.
    given = "INSERT INTO \(table.name) (\(names)) VALUES (\(values))"
    next = given + " ON CONFLICT DO NOTHING"
    // RETURNING in the insertion takes longer: SQLite opens a table of its own for it each time.
    reading = "SELECT \(table.json) FROM \(table.name) WHERE number = ?"
  }

  /// Stores a record. Call it inside a transaction.
  ///
  /// - Parameters:
  ///   - values: Those of the columns, in their order, and of each `?` in the SQL of those that are computed.
  /// - Returns: Its id and its JSON.
  /// - Throws: ``Problem`` of kind `conflict` when all numbers are in use, and ``StoreError`` when another record has
  ///   something that is unique.
  package func insert(_ connection: Connection, _ values: [SQLValue]) throws -> (id: String, json: [UInt8]?) {
    let number = try insertNext(connection, values) ?? insertFree(connection, values)
    return ("\(idPrefix)\(number)", try connection.bytes(reading, [.integer(number)]))
  }

  private func insertNext(_ connection: Connection, _ values: [SQLValue]) throws -> Int64? {
    guard try WorldSQL.raise(connection, sequence), let number = try WorldSQL.last(connection, sequence),
      try connection.execute(next, arguments(number, values)) > 0
    else { return nil }
    return number
  }

  /// Passes over numbers that records have which others stored.
  private func insertFree(_ connection: Connection, _ values: [SQLValue]) throws -> Int64 {
    let number = try WorldSQL.next(connection, sequence, for: table, prefix: idPrefix)
    try connection.execute(given, arguments(number, values))
    return number
  }

  private func arguments(_ number: Int64, _ values: [SQLValue]) -> [SQLValue] {
    [.integer(number), .text(idPrefix)] + values
  }
}
