import Foundation
import GRDB

/// The database inside a read or write of ``Store``: SQL in, values out. Statements are compiled once and kept
/// by their text, so SQL is always constant text with `?` for every value.
package struct Connection {
  let database: Database
  /// What times the statements; nil for nothing.
  var watch: StoreWatch?

  /// Notes what is read; nil for nothing.
  var recorder: ReadRecorder?

  /// Runs a statement for its effect.
  ///
  /// - Returns: The number of rows changed by it.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int {
    try run(sql) { statement in
      try statement.execute(arguments: Self.bound(arguments))
      return database.changesCount
    }
  }

  /// The first column of the first row, or nil without a row.
  package func value(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLValue? {
    try run(sql) { try SQLValue.fetchOne($0, arguments: Self.bound(arguments)) }
  }

  /// The first row's columns in order, or nil without a row.
  package func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLValue]? {
    try run(sql) { try Row.fetchOne($0, arguments: Self.bound(arguments)).map(Self.values) }
  }

  /// Every row's columns in order.
  package func rows(_ sql: String, _ arguments: [SQLValue] = []) throws -> [[SQLValue]] {
    try run(sql) { try Row.fetchAll($0, arguments: Self.bound(arguments)).map(Self.values) }
  }

  /// The text of the first column of the first row as bytes, for JSON that SQLite wrote; nil without a row
  /// or for NULL.
  package func bytes(_ sql: String, _ arguments: [SQLValue] = []) throws -> [UInt8]? {
    try run(sql) { try String.fetchOne($0, arguments: Self.bound(arguments)).map { Array($0.utf8) } }
  }

  private func run<Outcome>(_ sql: String, _ body: (Statement) throws -> Outcome) throws -> Outcome {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    try recorder?.note(statement, database)
    return try body(statement)
  }

  /// Runs several statements separated by semicolons, without arguments; for schemas.
  package func script(_ sql: String) throws {
    try database.execute(sql: sql)
  }

  /// The library's form of the arguments. Through existentials, since its generic initializer resolves a key
  /// path each time, which takes longer than some statements.
  private static func bound(_ arguments: [SQLValue]) -> StatementArguments {
    StatementArguments(arguments.map { $0 as (any DatabaseValueConvertible)? })
  }

  private static func values(of row: Row) -> [SQLValue] {
    row.databaseValues.map { SQLValue.fromDatabaseValue($0) ?? .null }
  }
}

/// A value of SQLite's five storage classes, as an argument or a column of a result.
package enum SQLValue: Sendable, Equatable {
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

extension SQLValue: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }

  package static func fromDatabaseValue(_ value: DatabaseValue) -> SQLValue? {
    switch value.storage {
    case .null: .null
    case .int64(let value): .integer(value)
    case .double(let value): .real(value)
    case .string(let value): .text(value)
    case .blob(let data): .blob(Array(data))
    }
  }
}

/// SQL functions of our own.
enum SQLFunctions {
  static let all = [jsonNumber, jsonDepth, fold]

  /// `json_number(x)`: the shortest JSON number that reads back as the same REAL. SQLite's own rendering
  /// keeps 15 digits, so 0.30000000000000004 would come back as 0.3.
  private static let jsonNumber = DatabaseFunction("json_number", argumentCount: 1, pure: true) { values in
    guard let number = Double.fromDatabaseValue(values[0]) else { return nil }
    // JSON has no infinity: the nearest number that it has.
    return "\(max(-Double.greatestFiniteMagnitude, min(Double.greatestFiniteMagnitude, number)))"
  }

  /// `json_depth(x)`: how many arrays and objects stand inside one another in a JSON text.
  private static let jsonDepth = DatabaseFunction("json_depth", argumentCount: 1, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]) else { return nil }
    var (depth, deepest) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    for byte in text.utf8 {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  /// `fold(x)`: the text without case and accents, so that `cafe` finds `Café`.
  private static let fold = DatabaseFunction("fold", argumentCount: 1, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]) else { return nil }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
