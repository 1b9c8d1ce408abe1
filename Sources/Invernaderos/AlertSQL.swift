import HTTPCore
import JSON
import Store
import World

/// All SQL about alerts.
enum AlertSQL {
  /// How many are kept.
  private static let capacity: Int64 = 1000
  private static let sequence = "invernaderos_alert"

  /// An alert with its status, and when it was resolved, as JSON.
  static let record = """
    CASE WHEN resolved_at IS NULL THEN json_set(body, '$.status', 'ACTIVE')
    ELSE json_set(body, '$.status', 'RESOLVED', '$.resolvedAt', json(\(JSONExpression.dateSQL("resolved_at")))) END
    """

  /// Stores an alert.
  ///
  /// - Returns: It as an alert that is not resolved.
  static func insert(_ connection: Connection, _ alert: SensorAlert) throws -> OpenAlert? {
    let number = try WorldSQL.next(connection, sequence, for: "invernaderos_alert")
    let body = String(decoding: alert.json(number: number), as: UTF8.self)
    try connection.execute(
      "INSERT INTO invernaderos_alert (number, time, body) VALUES (?, ?, ?)",
      [.integer(number), .integer(alert.seconds), .text(body)])
    try connection.execute(
      "DELETE FROM invernaderos_alert WHERE number <= ?", [.integer(number.saturatingSubtract(capacity))])
    return OpenAlert(number: number, body: body)
  }

  /// The alerts that are not resolved, oldest first.
  static func open(_ connection: Connection) throws -> [OpenAlert] {
    try connection.rows("SELECT number, body FROM invernaderos_alert WHERE resolved_at IS NULL ORDER BY number")
      .compactMap { row in
        guard let number = row[0].integer, let body = row[1].text else { return nil }
        return OpenAlert(number: number, body: body)
      }
  }

  /// Notes that an alert is resolved.
  static func resolve(_ connection: Connection, _ number: Int64, at seconds: Int64) throws {
    try connection.execute(
      "UPDATE invernaderos_alert SET resolved_at = ? WHERE number = ?", [.integer(seconds), .integer(number)])
  }

  /// Forgets what happened after a moment, in seconds since 1970: the clock was set back, so it is still to come.
  static func forget(_ connection: Connection, after seconds: Int64) throws {
    // Nearly always there is nothing to forget, and the table counts as written only when there is.
    let found = try connection.value(
      "SELECT 1 FROM invernaderos_alert WHERE time > ? OR resolved_at > ? LIMIT 1",
      [.integer(seconds), .integer(seconds)])
    guard found != nil else { return }
    try connection.execute("DELETE FROM invernaderos_alert WHERE time > ?", [.integer(seconds)])
    try connection.execute(
      "UPDATE invernaderos_alert SET resolved_at = NULL WHERE resolved_at > ?", [.integer(seconds)])
  }

  /// An array of alerts, newest first, each with its status, and when it was resolved.
  static func list(_ connection: Connection, _ selection: AlertSelection, _ page: ListPart) throws -> [UInt8] {
    let rows = try connection.rows(
      """
      SELECT \(record) FROM invernaderos_alert WHERE \(selection.condition) ORDER BY number DESC LIMIT ? OFFSET ?
      """, selection.arguments + [.integer(Int64(page.limit)), .integer(Int64(page.offset))])
    // Written again, since equal content has equal bytes (CONTRACT G13).
    let values = rows.compactMap { row in row[0].text.flatMap { try? JSONParser.parse(Array($0.utf8)) } }
    return JSONWriter.serialize(.array(values))
  }

  /// How many alerts there are.
  static func count(_ connection: Connection, _ selection: AlertSelection) throws -> Int {
    let count = try connection.value(
      "SELECT count(*) FROM invernaderos_alert WHERE \(selection.condition)", selection.arguments)
    return Int(count?.integer ?? 0)
  }
}
