import GRDB
import GRDBSQLite

/// Databases as bytes, to be kept in files of their own.
extension Store {
  /// The content and schema as SQLite's file format has them.
  ///
  /// - Throws: ``StoreError`` when there is no memory for it.
  package func image() throws -> [UInt8] {
    try inTurn { statements, _ in
      var size: Int64 = 0
      guard let start = try statements.withConnection({ sqlite3_serialize($0, "main", &size, 0) }) else {
        throw DatabaseError(resultCode: .SQLITE_NOMEM)
      }
      defer { sqlite3_free(start) }
      return Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }
  }

  /// A database in memory with the content of an image.
  ///
  /// - Parameters:
  ///   - schema: The one of the database that the image was made of.
  /// - Throws: ``StoreError`` when it is none, or there is no memory for it.
  package convenience init(image: [UInt8], schema: [SchemaStep]) throws {
    let queue = try StoreError.wrap { try Self.open(.ephemeral) }
    try StoreError.wrap { try queue.writeWithoutTransaction { try Self.copy(image, to: $0.sqliteConnection) } }
    self.init(queue, schema)
  }

  private static func copy(_ image: [UInt8], to target: OpaquePointer?) throws {
    var source: OpaquePointer?
    defer { sqlite3_close(source) }
    func require(_ code: Int32, _ expected: Int32 = SQLITE_OK) throws {
      guard code == expected else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    try require(sqlite3_open_v2(":memory:", &source, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil))
    var image = image
    try image.withUnsafeMutableBufferPointer { bytes in
      let size = Int64(bytes.count)
      try require(
        sqlite3_deserialize(source, "main", bytes.baseAddress, size, size, UInt32(SQLITE_DESERIALIZE_READONLY)))
      let backup = sqlite3_backup_init(target, "main", source, "main")
      let code = sqlite3_backup_step(backup, -1)
      sqlite3_backup_finish(backup)
      try require(code, SQLITE_DONE)
      // It must not outlive the bytes.
      sqlite3_close(source)
      source = nil
    }
  }
}
