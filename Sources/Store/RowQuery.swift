/// Which rows of a table with a column `number` are asked for, in which order, and which page of them.
package struct RowQuery: Sendable {
  /// SQL with its arguments.
  package struct Part: Sendable {
    package let sql: String
    package let arguments: [SQLValue]

    /// SQL with a `?` for each argument.
    package init(_ sql: String, _ arguments: [SQLValue] = []) {
      (self.sql, self.arguments) = (sql, arguments)
    }
  }

  /// All of them hold for the rows.
  private var conditions: [Part] = []
  /// What rows are sorted by before their order of creation; nil for that alone.
  package var order: Part?
  /// The greatest number of rows; nil for all.
  package var limit: Int?
  /// Rows to skip.
  package var offset = 0

  /// Every row, in the order of creation.
  package init() {}

  /// Asks only for rows for which a condition holds.
  package mutating func require(_ condition: Part) {
    conditions.append(condition)
  }

  /// The rows of a table as they stand behind `FROM`: with the conditions, in no order, on no page.
  package func rows(of table: String) -> Part {
    guard !conditions.isEmpty else { return Part(table) }
    return Part(
      "\(table) WHERE \(conditions.map(\.sql).joined(separator: " AND "))", conditions.flatMap(\.arguments))
  }

  /// The columns to sort by as they stand behind `ORDER BY`.
  package var sorting: Part { Part("\(order.map { "\($0.sql), " } ?? "")number", order?.arguments ?? []) }

  /// The query that gives columns of the rows of the page.
  fileprivate func selection(of columns: String, from table: String) -> Part {
    let (rows, sorting) = (rows(of: table), sorting)
    return Part(
      "SELECT \(columns) FROM \(rows.sql) ORDER BY \(sorting.sql) LIMIT ? OFFSET ?",
      rows.arguments + sorting.arguments + [.integer(Int64(limit ?? -1)), .integer(Int64(offset))])
  }
}

extension Connection {
  /// How many rows of a table a query asks for, on all pages.
  package func count(_ query: RowQuery, of table: String) throws -> Int {
    let rows = query.rows(of: table)
    return Int(clamping: try value("SELECT count(*) FROM \(rows.sql)", rows.arguments)?.integer ?? 0)
  }

  /// Columns of the rows that a query asks for.
  package func rows(_ columns: String, _ query: RowQuery, of table: String) throws -> [[SQLValue]] {
    let selection = query.selection(of: columns, from: table)
    return try rows(selection.sql, selection.arguments)
  }

  /// A JSON array of the rows that a query asks for.
  ///
  /// - Parameters:
  ///   - record: The expression of the JSON of a row (``JSONExpression``).
  package func array(of record: String, _ query: RowQuery, of table: String) throws -> [UInt8] {
    let selection = query.selection(of: "\(record) AS record", from: table)
    return try bytes("SELECT \(JSONExpression.arraySQL(selection.sql))", selection.arguments) ?? Array("[]".utf8)
  }
}
