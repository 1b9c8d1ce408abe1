import HTTPCore
import JSON
import Store
import World

/// All SQL that writes messages or reads them as they were stored.
enum MessageSQL {
  /// How many messages are kept whatever their time; of older ones, the first of each slot.
  static let rawCapacity: Int64 = 1000
  /// The length of a slot in seconds.
  static let slotSeconds: Int64 = 300
  /// How long messages are kept at all, in seconds: a week.
  static let keptSeconds: Int64 = 604_800

  // MARK: Writing

  /// Stores a message as the newest one.
  ///
  /// - Returns: Its number.
  static func insert(_ connection: Connection, seconds: Int64, body: String) throws -> Int64 {
    try connection.execute(
      "INSERT INTO invernaderos_message (time, tenant, body) VALUES (?, ?, ?)",
      [.integer(seconds), .text(SensorCatalogue.tenant), .text(body)])
    return try connection.value("SELECT last_insert_rowid()")?.integer ?? 0
  }

  /// Stores many messages, oldest first.
  ///
  /// - Parameters:
  ///   - json: An array of the messages. Each ends with its time, which is cut out of it, since reading the whole
  ///     message for it would take longer than everything else here.
  static func insert(_ connection: Connection, all json: String) throws {
    try connection.execute(
      """
      INSERT INTO invernaderos_message (time, tenant, body)
      SELECT CAST(strftime('%s', substr(value, -22, 20)) AS INTEGER), ?, value FROM json_each(?)
      """, [.text(SensorCatalogue.tenant), .text(json)])
  }

  /// Forgets what is too old, as a store of time series does, after messages were stored.
  ///
  /// - Parameters:
  ///   - count: How many were stored since this was done last.
  static func thin(_ connection: Connection, afterStoring count: Int64) throws {
    let row = try connection.row("SELECT number, time FROM invernaderos_message ORDER BY number DESC LIMIT 1")
    guard let row, let number = row[0].integer, let seconds = row[1].integer else { return }
    try connection.execute(
      "DELETE FROM invernaderos_message WHERE time < ?", [.integer(seconds.saturatingSubtract(keptSeconds))])
    let last = number.saturatingSubtract(rawCapacity)
    try connection.execute(
      """
      DELETE FROM invernaderos_message WHERE number BETWEEN ? AND ? AND EXISTS (
        SELECT 1 FROM invernaderos_message AS older
        WHERE older.time BETWEEN invernaderos_message.time / ? * ? AND invernaderos_message.time
          AND older.number < invernaderos_message.number
      )
      """, [.integer(last.saturatingSubtract(count - 1)), .integer(last), .integer(slotSeconds), .integer(slotSeconds)])
  }

  /// Deletes the messages after a moment, in seconds since 1970.
  ///
  /// - Returns: How many there were.
  static func deleteAll(_ connection: Connection, after seconds: Int64) throws -> Int {
    try connection.execute("DELETE FROM invernaderos_message WHERE time > ?", [.integer(seconds)])
  }

  // MARK: Reading

  static func newestTime(_ connection: Connection) throws -> Int64? {
    try connection.value("SELECT max(time) FROM invernaderos_message")?.integer
  }

  /// The newest message of a tenant.
  static func newest(
    _ connection: Connection, tenant: String = SensorCatalogue.tenant
  ) throws -> (seconds: Int64, body: [UInt8])? {
    let row = try connection.row(
      "SELECT time, body FROM invernaderos_message WHERE tenant = ? ORDER BY number DESC LIMIT 1", [.text(tenant)])
    guard let row, let seconds = row[0].integer, let body = row[1].text else { return nil }
    return (seconds, Array(body.utf8))
  }

  /// The newest message of all as a reading.
  static func newestReading(_ connection: Connection) throws -> GreenhouseReading? {
    try newest(connection).flatMap { GreenhouseReading(json: $0.body, seconds: $0.seconds) }
  }

  /// An array of a tenant's newest messages, newest first.
  static func recent(_ connection: Connection, tenant: String, limit: Int) throws -> [UInt8] {
    try list(connection, "WHERE tenant = ? ORDER BY number DESC LIMIT ?", [.text(tenant), .integer(Int64(limit))])
  }

  /// An array of a tenant's messages between two seconds, both inclusive, newest first; a part of them or all.
  static func range(
    _ connection: Connection, tenant: String, _ seconds: ClosedRange<Int64>, _ page: ListPart? = nil
  ) throws -> [UInt8] {
    try list(
      connection, "WHERE tenant = ? AND time BETWEEN ? AND ? ORDER BY number DESC LIMIT ? OFFSET ?",
      [
        .text(tenant), .integer(seconds.lowerBound), .integer(seconds.upperBound),
        .integer(Int64(page?.limit ?? -1)), .integer(Int64(page?.offset ?? 0)),
      ])
  }

  /// How many messages a tenant has between two seconds, both inclusive.
  static func count(_ connection: Connection, tenant: String, _ seconds: ClosedRange<Int64>) throws -> Int {
    let count = try connection.value(
      "SELECT count(*) FROM invernaderos_message WHERE tenant = ? AND time BETWEEN ? AND ?",
      [.text(tenant), .integer(seconds.lowerBound), .integer(seconds.upperBound)])
    return Int(count?.integer ?? 0)
  }

  /// How many of a tenant's newest messages are not older than a second, and the times of the first and last of them.
  static func cached(
    _ connection: Connection, tenant: String, since seconds: Int64
  ) throws -> (count: Int, oldest: Int64?, latest: Int64?) {
    let row = try connection.row(
      """
      SELECT count(*), min(time), max(time) FROM (
        SELECT time FROM invernaderos_message WHERE tenant = ? AND time >= ? ORDER BY number DESC LIMIT ?
      )
      """, [.text(tenant), .integer(seconds), .integer(rawCapacity)])
    return (Int(row?[0].integer ?? 0), row?[1].integer, row?[2].integer)
  }

  private static func list(_ connection: Connection, _ selection: String, _ arguments: [SQLValue]) throws -> [UInt8] {
    let array = JSONExpression.arraySQL("SELECT body AS record FROM invernaderos_message \(selection)")
    return try connection.bytes("SELECT \(array)", arguments) ?? Array("[]".utf8)
  }
}
