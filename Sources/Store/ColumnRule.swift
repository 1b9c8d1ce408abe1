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

  /// JSON of any kind.
  package static func json(_ table: String, _ column: String) -> ColumnRule {
    ColumnRule(table: table, column: column, text: "must be JSON", condition: "json_valid(new.\(column))")
  }

  /// A JSON object.
  package static func jsonObject(_ table: String, _ column: String) -> ColumnRule {
    json(table, column, "object", text: "must be a JSON object")
  }

  /// A JSON array.
  package static func jsonArray(_ table: String, _ column: String) -> ColumnRule {
    json(table, column, "array", text: "must be a JSON array")
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
    let condition = "CASE WHEN json_valid(new.\(column)) THEN json_type(new.\(column)) = '\(type)' ELSE 0 END"
    return ColumnRule(table: table, column: column, text: text, condition: condition)
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
