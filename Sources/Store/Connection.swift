import GRDB

/// The database inside a read or write of ``Store``: SQL in, values out. Statements are compiled once and kept
/// by their text, so SQL is always constant text with `?` for every value.
package struct Connection {
  let database: Database

  /// Runs a statement for its effect.
  ///
  /// - Returns: The number of rows changed by it.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int {
    let statement = try database.cachedStatement(sql: sql)
    try statement.execute(arguments: StatementArguments(arguments))
    return database.changesCount
  }

  /// The first column of the first row, or nil without a row.
  package func value(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLValue? {
    let statement = try database.cachedStatement(sql: sql)
    return try SQLValue.fetchOne(statement, arguments: StatementArguments(arguments))
  }

  /// The first row's columns in order, or nil without a row.
  package func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLValue]? {
    let statement = try database.cachedStatement(sql: sql)
    let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments))
    return row.map(Self.values)
  }

  /// Every row's columns in order.
  package func rows(_ sql: String, _ arguments: [SQLValue] = []) throws -> [[SQLValue]] {
    let statement = try database.cachedStatement(sql: sql)
    return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map(Self.values)
  }

  /// The text of the first column of the first row as octets, for JSON that SQLite wrote; nil without a row
  /// or for NULL.
  package func bytes(_ sql: String, _ arguments: [SQLValue] = []) throws -> [UInt8]? {
    let statement = try database.cachedStatement(sql: sql)
    return try String.fetchOne(statement, arguments: StatementArguments(arguments)).map { Array($0.utf8) }
  }

  /// Runs several statements separated by semicolons, without arguments; for schemas.
  package func script(_ sql: String) throws {
    try database.execute(sql: sql)
  }

  private static func values(of row: Row) -> [SQLValue] {
    row.databaseValues.map { SQLValue.fromDatabaseValue($0) ?? .null }
  }
}
