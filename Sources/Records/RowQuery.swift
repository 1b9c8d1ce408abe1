import Store

/// Which records of a table a request asks for, in which order, and which part of them.
package struct RowQuery: Sendable {
  /// SQL with its arguments.
  package struct Part: Sendable {
    package let sql: String
    package let arguments: [SQLValue]

    /// SQL with a `?` for each argument.
    package init(_ sql: String, _ arguments: [SQLValue] = []) {
      (self.sql, self.arguments) = (sql, arguments)
    }

    /// Conditions of which all (`AND`), or any (`OR`), hold.
    package static func joined(_ parts: [Part], by word: String) -> Part {
      Part("(\(parts.map(\.sql).joined(separator: " \(word) ")))", parts.flatMap(\.arguments))
    }
  }

  /// The conditions. All of them hold for the records.
  private(set) var conditions: [Part] = []
  /// What records are sorted by before the order of their table; nil for that order alone.
  package var order: Part?
  /// The greatest number of records; nil for all.
  package var limit: Int?
  /// Records to skip.
  package var offset = 0

  /// Every record, in the order of the table.
  package init() {}

  /// The records in whose columns the values stand.
  package init(_ values: KeyValuePairs<String, SQLValue>) {
    for (column, value) in values { require(Part("\(column) = ?", [value])) }
  }

  /// Asks only for records for which a condition holds.
  package mutating func require(_ condition: Part) {
    conditions.append(condition)
  }
}
