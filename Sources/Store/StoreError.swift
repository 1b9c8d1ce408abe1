import GRDB

/// A failure of the database, without anything of the library behind it.
package struct StoreError: Error, Equatable, CustomStringConvertible {
  /// What failed.
  package enum Kind: Sendable {
    /// A UNIQUE, NOT NULL, CHECK or FOREIGN KEY rule would be broken (SQLITE_CONSTRAINT).
    case constraint
    /// Another process uses the file (SQLITE_BUSY).
    case inUse
    /// What was to be stored could not be: the disk is full, a quota or a limit on files is reached, or writing failed
    /// (SQLITE_FULL and the SQLITE_IOERR codes of writing). What is there can be read.
    case notStored
    /// The file is no database, or is damaged (SQLITE_CORRUPT, SQLITE_NOTADB).
    case damaged
    /// Anything else: I/O, an error in our SQL.
    case other
  }

  package let kind: Kind
  /// SQLite's message, such as `UNIQUE constraint failed: productor.email`.
  package let description: String

  /// Stands for a result until there is one.
  static let notRun = StoreError(kind: .other, description: "the operation did not run")

  /// What fails when there is no room, besides SQLITE_FULL: a quota shows when a file is synchronized, too.
  private static let writing: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE,
  ]

  /// The same failure, told of one part of what was done.
  package func of(_ part: String) -> StoreError { StoreError(kind: kind, description: "\(part): \(description)") }

  /// Does something with a database, and has its failures be values of this type.
  package static func wrap<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let kind: Kind =
        switch error.resultCode {
        case .SQLITE_CONSTRAINT: .constraint
        case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
        case .SQLITE_FULL: .notStored
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_IOERR where writing.contains(error.extendedResultCode): .notStored
        default: .other
        }
      // A copy that fails tells of the database that it is made of, where all is well.
      let message = error.resultCode == .SQLITE_FULL ? "database or disk is full" : error.message
      throw StoreError(kind: kind, description: message ?? "\(error.resultCode)")
    }
  }
}
