/// A table of records, as a schema makes it: `number` is the order of creation, `id` what clients call a record by.
package struct Table: Sendable {
  /// A column besides those two.
  package struct Column: Sendable {
    /// A type of SQLite's.
    package enum Kind: String, Sendable {
      case integer = "INTEGER"
      case real = "REAL"
      case text = "TEXT"
    }

    package let name: String
    let kind: Kind
    let isOptional: Bool
    /// What else stands behind the type, such as `UNIQUE`.
    let constraint: String?
    /// The rule that it keeps in a table of a name.
    let rule: (@Sendable (_ table: String, _ column: String) -> ColumnRule)?

    /// A column of a type.
    ///
    /// - Parameters:
    ///   - isOptional: Whether it may be NULL.
    package init(
      _ name: String, _ kind: Kind, isOptional: Bool = false, _ constraint: String? = nil,
      rule: (@Sendable (_ table: String, _ column: String) -> ColumnRule)? = nil
    ) {
      (self.name, self.kind, self.isOptional) = (name, kind, isOptional)
      (self.constraint, self.rule) = (constraint, rule)
    }

    /// The statements that add the column to a table that is there, with its rule.
    package func addition(to table: String) -> String {
      "ALTER TABLE \(table) ADD COLUMN \(definition);\n\(rule?(table, name).sql ?? "")"
    }

    /// The column as the statement has it that makes the table.
    fileprivate var definition: String {
      [name, kind.rawValue, isOptional ? nil : "NOT NULL", constraint].compactMap(\.self).joined(separator: " ")
    }
  }

  package let name: String
  package let columns: [Column]
  /// Whether each id may be there once only.
  let hasUniqueIDs: Bool

  /// A table of a name; its columns in their order.
  package init(_ name: String, _ columns: [Column], hasUniqueIDs: Bool = true) {
    (self.name, self.columns, self.hasUniqueIDs) = (name, columns, hasUniqueIDs)
  }

  /// The rules that its columns keep beyond their types, and the order of creation too.
  package var rules: [ColumnRule] { [.number(name)] + columnRules }

  private var columnRules: [ColumnRule] { columns.compactMap { $0.rule?(name, $0.name) } }

  /// The statement that makes the table, which does not keep its rules yet.
  package var creation: String { creation("CREATE TABLE", []) }

  /// The statement that makes the table unless it is there, with its columns' rules: SQLite looks through the whole
  /// schema at the end of each statement that changes it.
  package var creationWithRules: String { creation("CREATE TABLE IF NOT EXISTS", columnRules.map(\.constraint)) }

  private func creation(_ words: String, _ constraints: [String]) -> String {
    let ids = hasUniqueIDs ? ["id TEXT NOT NULL UNIQUE"] : ["id TEXT NOT NULL"]
    let pairs = hasUniqueIDs ? [] : ["UNIQUE (id, number)"]
    let lines = ["number INTEGER PRIMARY KEY"] + ids + columns.map(\.definition) + pairs + constraints
    return "\(words) \"\(name)\" (\n  \(lines.joined(separator: ",\n  "))\n) STRICT;"
  }
}
