import JSON

/// Builds the SQL expression that writes a row as a JSON object. SQLite renders what is read most, since that
/// is several times faster than decoding rows and encoding them again.
///
/// Keys come out sorted by their bytes (CONTRACT G13); an optional member is left out when its column is NULL.
package enum JSONExpression {
  /// One member of the object.
  package struct Member: Sendable {
    let key: String
    let sql: String
    /// The column that decides whether the member is there at all; nil when it always is.
    let nullableColumn: String?

    /// The same, left out of the object where a column is NULL.
    package func unlessNull(_ column: String) -> Member { Member(key: key, sql: sql, nullableColumn: column) }
  }

  /// A text column.
  package static func text(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: "json_quote(\(column))", nullableColumn: nil)
  }

  /// A text column that may be NULL.
  package static func optionalText(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: "json_quote(\(column))", nullableColumn: column)
  }

  /// A REAL column, written without loss.
  package static func number(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: "json_number(\(column))", nullableColumn: nil)
  }

  /// An integer column or expression.
  package static func integer(_ key: String, _ expression: String) -> Member {
    Member(key: key, sql: "CAST(\(expression) AS INTEGER)", nullableColumn: nil)
  }

  /// An integer column that is 0 for false.
  package static func boolean(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: "CASE WHEN \(column) THEN 'true' ELSE 'false' END", nullableColumn: nil)
  }

  /// An array of the JSON that a query gives in its one column, in the query's order.
  package static func array(_ key: String, _ query: String) -> Member {
    Member(key: key, sql: arraySQL(query), nullableColumn: nil)
  }

  /// The expression of an array of the JSON that a query gives in its one column `record`.
  package static func arraySQL(_ query: String) -> String {
    "(SELECT '[' || coalesce(group_concat(record, ','), '') || ']' FROM (\(query)))"
  }

  /// A column of seconds since 1970, written as `2024-11-01T12:00:00Z` (CONTRACT G11).
  package static func date(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: dateSQL(column), nullableColumn: nil)
  }

  /// A column of seconds since 1970 that may be NULL.
  package static func optionalDate(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: dateSQL(column), nullableColumn: column)
  }

  /// A column or expression that is JSON already.
  package static func json(_ key: String, _ expression: String) -> Member {
    Member(key: key, sql: "(\(expression))", nullableColumn: nil)
  }

  /// A column that is JSON already and may be NULL.
  package static func optionalJSON(_ key: String, _ column: String) -> Member {
    Member(key: key, sql: column, nullableColumn: column)
  }

  /// The expression of the whole object.
  package static func object(_ members: [Member]) -> String {
    let sorted = members.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    let parts = sorted.map { member in
      let text = "',\"\(member.key)\":' || \(member.sql)"
      guard let column = member.nullableColumn else { return text }
      return "CASE WHEN \(column) IS NULL THEN '' ELSE \(text) END"
    }
    return "('{' || substr(\(parts.joined(separator: " || ")), 2) || '}')"
  }

  /// A text of JSON of seconds since 1970, such as `"2024-11-01T12:00:00Z"`.
  ///
  /// Seconds outside the years 0000 to 9999 are written as the nearest that are inside: SQLite has no text for them, and
  /// with NULL for a member the whole object would be NULL.
  package static func dateSQL(_ column: String) -> String {
    "strftime('\"%Y-%m-%dT%H:%M:%SZ\"', max(-62167219200, min(253402300799, \(column))), 'unixepoch')"
  }
}
