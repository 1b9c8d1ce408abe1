import HTTPCore
import Store

/// All SQL about a world as such: its record numbers and how often it was started.
package enum WorldSQL {
  static let schema = SchemaStep(
    "world/2-counters",
    sql: """
      CREATE TABLE sequence (
        name TEXT PRIMARY KEY,
        last INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE fact (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)

  static let deferredSeedsSchema = SchemaStep(
    "world/3-deferred-seeds",
    sql: "CREATE TABLE seeded (part TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;")

  static let rules = SchemaStep(
    "world/4-rules",
    rules: [.number("refresh_token"), .integer("sequence", "last", in: ColumnRule.countable)])

  /// Whether a part of the data set was loaded.
  static func isSeeded(_ connection: Connection, _ part: String) throws -> Bool {
    try connection.value("SELECT 1 FROM seeded WHERE part = ?", [.text(part)]) != nil
  }

  /// Remembers that a part of the data set was loaded.
  static func setSeeded(_ connection: Connection, _ part: String) throws {
    try connection.execute("INSERT INTO seeded (part) VALUES (?)", [.text(part)])
  }

  /// Forgets that a part of the data set was loaded, or parts of it, whose names go on with a question mark.
  static func forgetSeeded(_ connection: Connection, _ part: String) throws {
    try connection.execute(
      "DELETE FROM seeded WHERE part = ? OR substr(part, 1, ?) = ?",
      [.text(part), .integer(Int64(part.unicodeScalars.count + 1)), .text(part + "?")])
  }

  /// Takes the next number of a sequence; numbers of deleted records are not given again, and those of rows that a
  /// test put there are passed over. A row with the last number there is does not end it: then it is the first number
  /// that no row has. Call it inside the transaction that uses the number.
  ///
  /// - Parameters:
  ///   - table: Where the record goes, which has a column `number`; nil when no row can have the number yet.
  ///   - prefix: What the records' ids in the column `id` begin with; nil when the table has no such column.
  /// - Throws: ``Problem`` of kind `conflict` when the sequence has come to the last number there is, and no table tells
  ///   which ones are free.
  package static func next(
    _ connection: Connection, _ sequence: String, for table: String? = nil, prefix: String? = nil
  ) throws -> Int64 {
    while try raise(connection, sequence) {
      let taken = table.map { Self.taken($0, hasID: prefix != nil) } ?? "0"
      var arguments = [SQLValue.text(sequence)]
      if table != nil, let prefix { arguments.append(.text(prefix)) }
      let row = try connection.row("SELECT last, \(taken) FROM sequence WHERE name = ?1", arguments)
      guard let number = row?.first?.integer else { break }
      if row?.last?.integer == 0 { return number }
    }
    guard let table, let number = try free(connection, table, prefix: prefix) else {
      throw Problem(
        .conflict, "the sequence \"\(sequence)\" has given out its last number; lower it in the table \"sequence\"",
        field: "id")
    }
    return number
  }

  /// Takes the next number of a sequence, whichever rows there are; nil when it is at the end of
  /// ``ColumnRule/countable``, since rows are edited from outside too.
  package static func nextIfAny(_ connection: Connection, _ sequence: String) throws -> Int64? {
    guard try raise(connection, sequence) else { return nil }
    return try connection.value("SELECT last FROM sequence WHERE name = ?", [.text(sequence)])?.integer
  }

  /// Raises the last number of a sequence by one.
  ///
  /// - Returns: Whether it was not yet at the end.
  private static func raise(_ connection: Connection, _ sequence: String) throws -> Bool {
    // RETURNING would take longer than a second statement: SQLite opens a table of its own for it each time.
    let raised = try connection.execute(
      "UPDATE sequence SET last = last + 1 WHERE name = ? AND last < 9007199254740991", [.text(sequence)])
    if raised > 0 { return true }
    return try connection.execute(
      "INSERT INTO sequence (name, last) VALUES (?, 1) ON CONFLICT DO NOTHING", [.text(sequence)]) > 0
  }

  /// The first number above 0 that no row of a table has as its number or in its id; nil when there is none.
  private static func free(_ connection: Connection, _ table: String, prefix: String?) throws -> Int64? {
    let ids =
      prefix == nil
      ? ""
      : "UNION ALL SELECT CAST(substr(id, length(?2) + 1) AS INTEGER) FROM \(table) WHERE substr(id, 1, length(?2)) = ?2"
    let hasNoID =
      prefix == nil ? "" : "AND NOT EXISTS (SELECT 1 FROM \(table) AS named WHERE named.id = ?2 || (taken.number + 1))"
    var arguments: [SQLValue] = [.integer(ColumnRule.countable.upperBound)]
    if let prefix { arguments.append(.text(prefix)) }
    return try connection.value(
      """
      SELECT taken.number + 1 FROM (SELECT 0 AS number UNION ALL SELECT number FROM \(table) \(ids)) AS taken
      WHERE taken.number >= 0 AND taken.number < ?1
        AND NOT EXISTS (SELECT 1 FROM \(table) AS next WHERE next.number = taken.number + 1) \(hasNoID)
      ORDER BY taken.number LIMIT 1
      """, arguments)?.integer
  }

  /// SQL for whether a table has a row with the number `last`, or with the id that begins with `?2` and goes on with it.
  /// Tables' names are the schema's own.
  private static func taken(_ table: String, hasID: Bool) -> String {
    let hasNumber = "EXISTS (SELECT 1 FROM \(table) WHERE number = last)"
    return hasID ? "\(hasNumber) OR EXISTS (SELECT 1 FROM \(table) WHERE id = ?2 || last)" : hasNumber
  }

  /// Has a sequence go on after the greatest number in a table.
  package static func set(_ connection: Connection, _ sequence: String, toLastOf table: String) throws {
    let last = try connection.value("SELECT max(number) FROM \(table)")?.integer ?? 0
    try set(connection, sequence, last: last)
  }

  /// Sets the last number given out of a sequence.
  package static func set(_ connection: Connection, _ sequence: String, last: Int64) throws {
    try connection.execute(
      "INSERT INTO sequence (name, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last",
      [.text(sequence), .integer(last)])
  }

  /// Something to remember about the database, such as the data set it was made from.
  package static func fact(_ connection: Connection, _ name: String) throws -> String? {
    try connection.value("SELECT value FROM fact WHERE name = ?", [.text(name)])?.text
  }

  /// Remembers a fact.
  package static func setFact(_ connection: Connection, _ name: String, _ value: String) throws {
    try connection.execute(
      "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      [.text(name), .text(value)])
  }

  private static let tokenGeneration = "tokens/generation"

  /// How often all tokens were invalidated.
  static func tokenGeneration(_ connection: Connection) throws -> Int {
    max(0, try fact(connection, tokenGeneration).flatMap { Int($0) } ?? 0)
  }

  /// Counts an invalidation of all tokens.
  static func raiseTokenGeneration(_ connection: Connection) throws -> Int {
    // A test may have written any number there: after the last comes the first again.
    let last = try tokenGeneration(connection)
    let generation = last == .max ? 1 : last + 1
    try setFact(connection, tokenGeneration, "\(generation)")
    return generation
  }

  /// Counts a start of the server on this database.
  ///
  /// - Returns: The number of starts, this one included.
  static func countStart(_ connection: Connection) throws -> Int64 {
    // A world begins whatever an imported state says: after the last number comes the first again.
    try connection.value(
      """
      INSERT INTO sequence (name, last) VALUES ('start', 1) ON CONFLICT DO UPDATE SET
        last = CASE WHEN last BETWEEN 0 AND 9007199254740990 THEN last + 1 ELSE 1 END
      RETURNING last
      """)?.integer ?? 1
  }
}
