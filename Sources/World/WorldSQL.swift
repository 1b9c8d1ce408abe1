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

  /// Whether a part of the data set was loaded.
  static func isSeeded(_ connection: Connection, _ part: String) throws -> Bool {
    try connection.value("SELECT 1 FROM seeded WHERE part = ?", [.text(part)]) != nil
  }

  /// Remembers that a part of the data set was loaded.
  static func setSeeded(_ connection: Connection, _ part: String) throws {
    try connection.execute("INSERT INTO seeded (part) VALUES (?)", [.text(part)])
  }

  /// Takes the next number of a sequence; numbers of deleted records are not given again. Call it inside the
  /// transaction that uses the number.
  package static func next(_ connection: Connection, _ sequence: String) throws -> Int64 {
    let value = try connection.value(
      """
      INSERT INTO sequence (name, last) VALUES (?, 1)
      ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last
      """, [.text(sequence)])
    return value?.integer ?? 1
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
    try fact(connection, tokenGeneration).flatMap { Int($0) } ?? 0
  }

  /// Counts an invalidation of all tokens.
  static func raiseTokenGeneration(_ connection: Connection) throws -> Int {
    let generation = try tokenGeneration(connection) + 1
    try setFact(connection, tokenGeneration, "\(generation)")
    return generation
  }

  /// Counts a start of the server on this database.
  ///
  /// - Returns: The number of starts, this one included.
  static func countStart(_ connection: Connection) throws -> Int64 {
    try next(connection, "start")
  }
}
