import GRDB

/// The database inside a read or write of ``Store``: SQL in, values out. Statements are compiled once and kept
/// by their text, so SQL is always constant text with `?` for every value.
package struct Connection {
  let database: Database
  /// What times the statements; nil for nothing.
  var watch: StoreWatch?

  /// Runs a statement for its effect.
  ///
  /// - Returns: The number of rows changed by it.
  @discardableResult
  package func execute(_ sql: String, _ arguments: [SQLValue] = []) throws -> Int {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    try statement.execute(arguments: Self.bound(arguments))
    return database.changesCount
  }

  /// The first column of the first row, or nil without a row.
  package func value(_ sql: String, _ arguments: [SQLValue] = []) throws -> SQLValue? {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    return try SQLValue.fetchOne(statement, arguments: Self.bound(arguments))
  }

  /// The first row's columns in order, or nil without a row.
  package func row(_ sql: String, _ arguments: [SQLValue] = []) throws -> [SQLValue]? {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    let row = try Row.fetchOne(statement, arguments: Self.bound(arguments))
    return row.map(Self.values)
  }

  /// Every row's columns in order.
  package func rows(_ sql: String, _ arguments: [SQLValue] = []) throws -> [[SQLValue]] {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    return try Row.fetchAll(statement, arguments: Self.bound(arguments)).map(Self.values)
  }

  /// The text of the first column of the first row as bytes, for JSON that SQLite wrote; nil without a row
  /// or for NULL.
  package func bytes(_ sql: String, _ arguments: [SQLValue] = []) throws -> [UInt8]? {
    let start = watch.map { _ in StoreWatch.now() }
    defer { if let start { watch?.note(sql, since: start) } }
    let statement = try database.cachedStatement(sql: sql)
    return try String.fetchOne(statement, arguments: Self.bound(arguments)).map { Array($0.utf8) }
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
