import GRDB

/// A failure of the database, without anything of the library behind it.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// What failed.
  package enum Kind: Sendable {
    /// A UNIQUE, NOT NULL, CHECK or FOREIGN KEY rule would be broken (SQLITE_CONSTRAINT).
    case constraint
    /// Another process uses the file (SQLITE_BUSY).
    case inUse
    /// Anything else: I/O, a full disk, a damaged file, an error in our SQL.
    case other
  }

  package let kind: Kind
  /// SQLite's message, such as `UNIQUE constraint failed: productor.email`.
  package let description: String

  /// Stands for a result until there is one.
  static let notRun = StoreError(kind: .other, description: "the operation did not run")

  static func wrap<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let kind: Kind =
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: .constraint
        case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
        default: .other
        }
      throw StoreError(kind: kind, description: error.message ?? "\(error.resultCode)")
    }
  }
}
