import Foundation
import GRDB

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
