import Store
import World

/// All SQL about alerts. Nobody can ask for them; they are kept so that their numbers go on.
enum AlertSQL {
  /// How many are kept.
  private static let capacity: Int64 = 1000
  private static let sequence = "invernaderos_alert"

  /// Stores an alert.
  ///
  /// - Returns: It as JSON.
  static func insert(_ connection: Connection, _ alert: SensorAlert) throws -> [UInt8] {
    let number = try WorldSQL.next(connection, sequence, for: "invernaderos_alert")
    let json = alert.json(number: number)
    try connection.execute(
      "INSERT INTO invernaderos_alert (number, time, body) VALUES (?, ?, ?)",
      [.integer(number), .integer(alert.seconds), .text(String(decoding: json, as: UTF8.self))])
    try connection.execute(
      "DELETE FROM invernaderos_alert WHERE number <= ?", [.integer(number.saturatingSubtract(capacity))])
    return json
  }
}
