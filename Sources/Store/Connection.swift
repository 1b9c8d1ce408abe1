/// The database inside a read or write of ``Store``: SQL in, values out. Statements are compiled once and kept
/// by their text, so SQL is always constant text with `?` for every value.
package struct Connection {
  let statements: CompiledStatements
  /// What times the statements; nil for nothing.
  var watch: StoreWatch?

  /// Notes what is read; nil for nothing.
  var recorder: ReadRecorder?

  /// Runs a statement for its effect.
  ///
  /// - Returns: The number of rows changed by it.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int {
    try run(sql, arguments) { _ in true }
    return statements.changes
  }

  /// The `number` of the row that was inserted last, by a statement that inserted one.
  package var lastInsertedNumber: Int64 { statements.lastInsertedNumber }

  /// The first column of the first row, or nil without a row.
  package func value(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLValue? {
    var value: SQLValue?
    try run(sql, arguments) { row in
      value = row.value(0)
      return false
    }
    return value
  }

  /// The first row's columns in order, or nil without a row.
  package func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLValue]? {
    var values: [SQLValue]?
    try run(sql, arguments) { row in
      values = row.values
      return false
    }
    return values
  }

  /// Every row's columns in order.
  package func rows(_ sql: String, _ arguments: [SQLValue] = []) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    try run(sql, arguments) { row in
      rows.append(row.values)
      return true
    }
    return rows
  }

  /// The text of the first column of the first row as bytes, for JSON that SQLite wrote; nil without a row
  /// or for NULL.
  package func bytes(_ sql: String, _ arguments: [SQLValue] = []) throws -> [UInt8]? {
    var bytes: [UInt8]?
    try run(sql, arguments) { row in
      bytes = row.bytes(0)
      return false
    }
    return bytes
  }

  private func run(_ sql: String, _ arguments: [SQLValue], row: (ResultRow) throws -> Bool) throws {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try statements.statement(sql)
    recorder?.note(statement)
    try statements.run(statement, arguments, row: row)
  }

  /// Runs several statements separated by semicolons, without arguments; for schemas.
  package func script(_ sql: String) throws {
    try statements.script(sql)
  }
}

/// A value of SQLite's five storage classes, as an argument or a column of a result.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// NULL for nil, else the text.
  package static func text(_ text: String?) -> SQLValue {
    guard let text else { return .null }
    return SQLValue.text(text)
  }

  /// NULL for nil, else 1 for true and 0 for false.
  package static func boolean(_ value: Bool?) -> SQLValue {
    value.map { .integer($0 ? 1 : 0) } ?? .null
  }

  /// The integer, or nil for another storage class.
  package var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The floating-point number, or nil for another storage class.
  package var real: Double? {
    guard case .real(let value) = self else { return nil }
    return value
  }

  /// The text, or nil for another storage class.
  package var text: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  /// The bytes, or nil for another storage class.
  package var blob: [UInt8]? {
    guard case .blob(let value) = self else { return nil }
    return value
  }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
