import JSON

/// What a column may hold beyond what its type says. The database keeps it itself, by triggers, so that it holds for
/// for every writer: the APIs, seed files, imported states, and tests that edit rows.
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

  /// SQL that is true of JSON that is not nested too deep.
  private static func isShallow(_ column: String) -> String { "json_depth(new.\(column)) <= \(maximumDepth)" }

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
    // Most scopes are empty, which need not be parsed.
    let empty = type == "object" ? "WHEN new.\(column) = '{}' THEN 1 " : ""
    let condition = "CASE \(empty)WHEN json_valid(new.\(column)) THEN \(isRight) ELSE 0 END"
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
