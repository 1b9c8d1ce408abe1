import JSON

/// Builds the SQL expression that writes a row as a JSON object. SQLite renders what is read most, since that
/// is several times faster than decoding rows and encoding them again.
///
/// Keys come out sorted by their bytes (CONTRACT G13); an optional member is left out when its column is NULL.
package enum JSONExpression {
  /// One member of the object.
  package struct Member: Sendable {
    let key: String
    let kind: RecordFunction.Kind
    let sql: String
    /// The column that decides whether the member is there at all; nil when it always is.
    var nullableColumn: String?

    fileprivate init(_ key: String, _ kind: RecordFunction.Kind, _ sql: String, unlessNull column: String? = nil) {
      (self.key, self.kind, self.sql, nullableColumn) = (key, kind, sql, column)
    }

    /// The same, left out of the object where a column is NULL.
    package func unlessNull(_ column: String) -> Member { Member(key, kind, sql, unlessNull: column) }

    /// The two arguments of the function.
    fileprivate var arguments: String {
      let letter = String(UnicodeScalar(kind.rawValue))
      let member = ",\"\(key)\":"
      guard let column = nullableColumn else { return "'\(letter)\(member)', \(sql)" }
      let value = column == sql ? sql : "CASE WHEN \(column) IS NOT NULL THEN \(sql) END"
      return "'\(letter.uppercased())\(member)', \(value)"
    }
  }

  /// A text column.
  package static func text(_ key: String, _ column: String) -> Member { Member(key, .text, column) }

  /// A text column that may be NULL.
  package static func optionalText(_ key: String, _ column: String) -> Member {
    Member(key, .text, column, unlessNull: column)
  }

  /// A REAL column, written without loss.
  package static func number(_ key: String, _ column: String) -> Member { Member(key, .number, column) }

  /// An integer column or expression.
  package static func integer(_ key: String, _ expression: String) -> Member {
    Member(key, .json, "CAST(\(expression) AS INTEGER)")
  }

  /// An integer column that is 0 for false.
  package static func boolean(_ key: String, _ column: String) -> Member {
    Member(key, .json, "CASE WHEN \(column) THEN 'true' ELSE 'false' END")
  }

  /// An array of the JSON that a query gives in its one column, in the query's order.
  package static func array(_ key: String, _ query: String) -> Member { Member(key, .json, arraySQL(query)) }

  /// The expression of an array of the JSON that a query gives in its one column `record`.
  package static func arraySQL(_ query: String) -> String {
    "(SELECT '[' || coalesce(group_concat(record, ','), '') || ']' FROM (\(query)))"
  }

  /// A column of seconds since 1970, written as `2024-11-01T12:00:00Z` (CONTRACT G11).
  package static func date(_ key: String, _ column: String) -> Member { Member(key, .date, column) }

  /// A column of seconds since 1970 that may be NULL.
  package static func optionalDate(_ key: String, _ column: String) -> Member {
    Member(key, .date, column, unlessNull: column)
  }

  /// A column or expression that is JSON already.
  package static func json(_ key: String, _ expression: String) -> Member { Member(key, .json, expression) }

  /// A column that is JSON already and may be NULL.
  package static func optionalJSON(_ key: String, _ column: String) -> Member {
    Member(key, .json, column, unlessNull: column)
  }

  /// The expression of the whole object (``RecordFunction``).
  ///
  /// - Parameters:
  ///   - members: At most 60: SQLite's functions take 127 arguments.
  package static func object(_ members: [Member]) -> String {
    let sorted = members.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    return "\(RecordFunction.name)(\(sorted.map(\.arguments).joined(separator: ", ")))"
  }

  /// A text of JSON of seconds since 1970, such as `"2024-11-01T12:00:00Z"`.
  ///
  /// Seconds outside the years 0000 to 9999 are written as the nearest that are inside: SQLite has no text for them, and
  /// with NULL for a member the whole object would be NULL.
  package static func dateSQL(_ column: String) -> String {
    "strftime('\"%Y-%m-%dT%H:%M:%SZ\"', max(-62167219200, min(253402300799, \(column))), 'unixepoch')"
  }
}
