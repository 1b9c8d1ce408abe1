import HTTPCore
import Store

/// All SQL about a world itself: its sequences and the number of its starts.
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

  /// Records that a part of the data set was loaded.
  static func setSeeded(_ connection: Connection, _ part: String) throws {
    try connection.execute("INSERT INTO seeded (part) VALUES (?)", [.text(part)])
  }

  /// Removes the record that a part of the data set was loaded, and those of its parts, whose names continue with a
  /// question mark.
  static func forgetSeeded(_ connection: Connection, _ part: String) throws {
    try connection.execute(
      "DELETE FROM seeded WHERE part = ? OR substr(part, 1, ?) = ?",
      [.text(part), .integer(Int64(part.unicodeScalars.count + 1)), .text(part + "?")])
  }

  /// Takes the next number of a sequence. Numbers of deleted records are not used again, and numbers of rows that a
  /// test inserted are skipped. A row with the largest number does not end the sequence: then it continues with the
  /// first unused number. Call it inside the transaction that uses the number.
  ///
  /// - Parameters:
  ///   - table: The table of the record, which has a column `number`; nil when no row can have the number yet.
  ///   - prefix: The prefix of the records' ids in the column `id`; nil when the table has no such column.
  /// - Throws: ``Problem`` of kind `conflict` when the sequence has reached its largest number, and no table shows
  ///   which numbers are unused.
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

  /// The last number of a sequence; nil for a sequence that has given out none.
  package static func last(_ connection: Connection, _ sequence: String) throws -> Int64? {
    try connection.value("SELECT last FROM sequence WHERE name = ?", [.text(sequence)])?.integer
  }

  /// Increments the last number of a sequence. Call it inside the transaction that uses the number.
  ///
  /// - Returns: Whether it was not at the end.
  package static func raise(_ connection: Connection, _ sequence: String) throws -> Bool {
    // RETURNING would take longer than a second statement: SQLite creates a temporary table for it each time.
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

  /// SQL for whether a table has a row with the number `last`, or with the id `?2` followed by it. Tables' names are
  /// from the schema.
  private static func taken(_ table: String, hasID: Bool) -> String {
    let hasNumber = "EXISTS (SELECT 1 FROM \(table) WHERE number = last)"
    return hasID ? "\(hasNumber) OR EXISTS (SELECT 1 FROM \(table) WHERE id = ?2 || last)" : hasNumber
  }

  /// Makes a sequence continue after the greatest number in a table.
  package static func set(_ connection: Connection, _ sequence: String, toLastOf table: String) throws {
    let last = try connection.value("SELECT max(number) FROM \(table)")?.integer ?? 0
    try set(connection, sequence, last: last)
  }

  /// Sets the last used number of a sequence.
  package static func set(_ connection: Connection, _ sequence: String, last: Int64) throws {
    try connection.execute(
      "INSERT INTO sequence (name, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last",
      [.text(sequence), .integer(last)])
  }

  /// A named fact about the database, such as the data set it was created from.
  package static func fact(_ connection: Connection, _ name: String) throws -> String? {
    try connection.value("SELECT value FROM fact WHERE name = ?", [.text(name)])?.text
  }

  /// Stores a fact.
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
    // A test may have written any number there: after the largest number follows the first.
    let last = try tokenGeneration(connection)
    let generation = last == .max ? 1 : last + 1
    try setFact(connection, tokenGeneration, "\(generation)")
    return generation
  }

  /// Counts a start of the server on this database.
  ///
  /// - Returns: The number of starts, including this one.
  static func countStart(_ connection: Connection) throws -> Int64 {
    // A world must start whatever an imported state contains: after the largest number follows the first.
    try connection.value(
      """
      INSERT INTO sequence (name, last) VALUES ('start', 1) ON CONFLICT DO UPDATE SET
        last = CASE WHEN last BETWEEN 0 AND 9007199254740990 THEN last + 1 ELSE 1 END
      RETURNING last
      """)?.integer ?? 1
  }
}
