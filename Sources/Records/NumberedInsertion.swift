import Store
import World

/// Stores new records under the next number of a sequence, from which their ids are made (``WorldSQL/next(_:_:for:prefix:)``).
///
/// The usual case takes two statements: one raises the sequence, the other stores the record under the number that stands
/// there, unless a record has it already. So the number is right after a rollback, a restore, or an edit from outside.
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
  ///   - computed: Further columns, each with the SQL of its value, in which `last` is the number of the record.
  package init(
    into table: RecordTable, sequence: String, idPrefix: String, _ columns: [String],
    computed: KeyValuePairs<String, String> = [:]
  ) {
    (self.table, self.sequence, self.idPrefix) = (table.name, sequence, idPrefix)
    let names = (["number", "id"] + columns + computed.map(\.key)).joined(separator: ", ")
    let values = (["last", "? || last"] + columns.map { _ in "?" } + computed.map(\.value)).joined(separator: ", ")
    let insertion = "INSERT INTO \(table.name) (\(names)) SELECT \(values) FROM"
    next = "\(insertion) sequence WHERE name = ? ON CONFLICT DO NOTHING"
    given = "\(insertion) (SELECT ? AS last)"
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
    guard try WorldSQL.raise(connection, sequence),
      try connection.execute(next, [.text(idPrefix)] + values + [.text(sequence)]) > 0
    else { return nil }
    return connection.lastInsertedNumber
  }

  /// Passes over numbers that records have which others stored.
  private func insertFree(_ connection: Connection, _ values: [SQLValue]) throws -> Int64 {
    let number = try WorldSQL.next(connection, sequence, for: table, prefix: idPrefix)
    try connection.execute(given, [.text(idPrefix)] + values + [.integer(number)])
    return number
  }
}
