import JSON

/// One step of a schema's history; steps run once for each database, in order.
package struct SchemaStep: Sendable {
  /// A name unique among all steps, such as `agrobridge/1`.
  package let name: String
  /// What the step does.
  package let apply: @Sendable (Connection) throws -> Void
  /// Tables that it leaves to ``Store/require(table:)``.
  let deferred: [DeferredTable]

  /// A step that runs SQL statements.
  package init(_ name: String, sql: String) {
    (self.name, deferred) = (name, [])
    apply = { try $0.script(sql) }
  }

  /// A step that makes each of some tables when it is first needed.
  package init(_ name: String, deferring tables: [DeferredTable]) {
    (self.name, deferred) = (name, tables)
    apply = { _ in }
  }
}

/// What a column may hold beyond what its type says. The database keeps it itself, by triggers, so that it holds for
/// whoever writes: the APIs, seed files, imported states, and tests that edit rows.
package struct ColumnRule: Sendable {
  let table: String
  let column: String
  /// The refusal behind the column's name, such as `must be a JSON object`.
  let text: String
  /// SQL that is true when `new` keeps the rule.
  let condition: String

  /// Numbers that can be counted on from, and that every reader of JSON takes (RFC 8259 §6).
  package static let countable: ClosedRange<Int64> = 0...9_007_199_254_740_991

  /// Integers in a range.
  package static func integer(_ table: String, _ column: String, in range: ClosedRange<Int64>) -> ColumnRule {
    ColumnRule(
      table: table, column: column, text: "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
      condition: "new.\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
  }

  /// The order of creation in a column `number`.
  package static func number(_ table: String) -> ColumnRule { integer(table, "number", in: countable) }

  /// Numbers that JSON has: not the infinities that SQLite makes of a text with too many digits.
  package static func finite(_ table: String, _ column: String) -> ColumnRule {
    ColumnRule(
      table: table, column: column, text: "must be a finite number",
      condition: "abs(new.\(column)) <= \(Double.greatestFiniteMagnitude)")
  }

  /// How deep stored JSON may be nested: as deep as what clients send, so that it can be read back with room for what
  /// answers put around it.
  private static let maximumDepth = JSONLimits.default.maximumDepth

  /// JSON of any kind, nested ``maximumDepth`` levels deep at most.
  package static func json(_ table: String, _ column: String) -> ColumnRule {
    let condition = "CASE WHEN json_valid(new.\(column)) THEN \(isShallow(column)) ELSE 0 END"
    return ColumnRule(
      table: table, column: column, text: "must be JSON of at most \(maximumDepth) levels", condition: condition)
  }

  /// SQL that is true of JSON that is not nested too deep. Where brackets are few, they need not be looked at one by one.
  private static func isShallow(_ column: String) -> String {
    let brackets = "length(new.\(column)) - length(replace(replace(new.\(column), '{', ''), '[', ''))"
    return "(\(brackets) <= \(maximumDepth) OR json_depth(new.\(column)) <= \(maximumDepth))"
  }

  /// A JSON object.
  package static func jsonObject(_ table: String, _ column: String) -> ColumnRule {
    json(table, column, "object", text: "must be a JSON object of at most \(maximumDepth) levels")
  }

  /// A JSON array.
  package static func jsonArray(_ table: String, _ column: String) -> ColumnRule {
    json(table, column, "array", text: "must be a JSON array of at most \(maximumDepth) levels")
  }

  /// The path of a member as SQLite's `json_extract` takes it, such as `$."a b"`.
  package static func jsonMember(_ table: String, _ column: String) -> ColumnRule {
    ColumnRule(
      table: table, column: column, text: "must be a path such as $.\"name\"",
      condition: #"new.\#(column) GLOB '$."?*"' AND instr(substr(new.\#(column), 4), '"') = length(new.\#(column)) - 3"#
    )
  }

  private static func json(_ table: String, _ column: String, _ type: String, text: String) -> ColumnRule {
    // In this order: json_type refuses to look at what is no JSON.
    let isRight = "json_type(new.\(column)) = '\(type)' AND \(isShallow(column))"
    let condition = "CASE WHEN json_valid(new.\(column)) THEN \(isRight) ELSE 0 END"
    return ColumnRule(table: table, column: column, text: text, condition: condition)
  }

  /// The rule as a part of the statement that makes the table, for tables that have it from their beginning.
  package var constraint: String {
    let name = "\(table).\(column) \(text)".replacing("\"", with: "'")
    return "CONSTRAINT \"\(name)\" CHECK (\(column) IS NULL OR (\(condition.replacing("new.", with: ""))))"
  }

  /// The triggers that keep the rule. After the change, since before it a number that SQLite chooses is not known.
  var sql: String {
    let name = "\(table)_\(column)_rule"
    let body = """
      ON \(table) WHEN new.\(column) IS NOT NULL AND NOT (\(condition)) BEGIN
        SELECT RAISE(ABORT, '\(table).\(column) \(text)');
      END;
      """
    return """
      CREATE TRIGGER \(name) AFTER INSERT \(body)
      CREATE TRIGGER \(name)_changed AFTER UPDATE OF \(column) \(body)
      """
  }
}

extension SchemaStep {
  /// A step that has columns keep rules from then on; rows that are there already stay as they are.
  package init(_ name: String, rules: [ColumnRule]) {
    self.init(name, sql: rules.map(\.sql).joined(separator: "\n"))
  }
}

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
