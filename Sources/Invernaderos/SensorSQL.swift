import HTTPCore
import JSON
import Store
import World

/// All SQL that reads single sensors. There is no table of readings: they are taken out of the messages, so that both
/// always agree, digit for digit.
enum SensorSQL {
  /// Every sensor of every message, messages in the outer loop, since SQLite keeps the parsed text of a message until
  /// the next one.
  static let source = "invernaderos_message AS message CROSS JOIN invernaderos_sensor AS sensor"
  static let value = "json_extract(message.body, sensor.path)"
  /// When a message was, as JSON: with the milliseconds that it ends with, if it does. They are cut out of it, since to
  /// parse it for them would take longer than the rest.
  static let time = """
    CASE WHEN substr(message.body, -16) GLOB 'T??:??:??.???Z"}' THEN '"' || substr(message.body, -26, 24) || '"'
    ELSE \(JSONExpression.dateSQL("message.time")) END
    """

  private static let record = JSONExpression.object([
    JSONExpression.json("time", time), JSONExpression.text("sensorId", "sensor.id"),
    JSONExpression.text("greenhouseId", "sensor.greenhouse"), JSONExpression.text("sensorType", "sensor.type"),
    JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
  ])

  /// An array of readings, newest first, those of one message in the order of the sensors. A sensor that sent no value
  /// has no reading: its record is NULL, which makes no element of an array but counts for the limit, so that it is
  /// left out where there is one.
  ///
  /// - Parameters:
  ///   - seconds: Readings before it are left out.
  ///   - until: Readings after it are left out.
  ///   - limit: How many at most.
  ///   - offset: How many of the newest are left out.
  static func readings(
    _ connection: Connection, _ selection: SensorSelection, since seconds: Int64 = .min, until: Int64 = .max,
    limit: Int64 = -1, offset: Int64 = 0
  ) throws -> [UInt8] {
    let hasValue = limit < 0 ? "" : " AND \(value) IS NOT NULL"
    let array = JSONExpression.arraySQL(
      """
      SELECT \(record) AS record FROM \(source)
      WHERE message.time BETWEEN ? AND ? AND \(selection.condition)\(hasValue)
      ORDER BY message.number DESC, sensor.number LIMIT ? OFFSET ?
      """)
    let bounds: [SQLValue] = [.integer(seconds), .integer(until)]
    return try connection.bytes(
      "SELECT \(array)", bounds + selection.arguments + [.integer(limit), .integer(offset)]) ?? Array("[]".utf8)
  }

  /// How many readings there are between two seconds, both inclusive.
  static func count(
    _ connection: Connection, _ selection: SensorSelection, since seconds: Int64, until: Int64
  ) throws -> Int {
    let count = try connection.value(
      "SELECT count(\(value)) FROM \(source) WHERE message.time BETWEEN ? AND ? AND \(selection.condition)",
      [.integer(seconds), .integer(until)] + selection.arguments)
    return Int(count?.integer ?? 0)
  }

  /// An object of what the sensors of a greenhouse show, by their ids.
  static func current(_ connection: Connection, _ greenhouse: GreenhouseID) throws -> [UInt8] {
    let entry = JSONExpression.object([
      JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
      JSONExpression.json("timestamp", time), JSONExpression.text("type", "sensor.type"),
    ])
    let members = try connection.bytes(
      """
      SELECT group_concat(record, ',') FROM (
        SELECT json_quote(sensor.id) || ':' || \(entry) AS record FROM \(source)
        WHERE message.number = (SELECT max(number) FROM invernaderos_message) AND \(GreenhouseID.condition)
        ORDER BY sensor.number
      )
      """, greenhouse.arguments)
    return [UInt8(ascii: "{")] + (members ?? []) + [UInt8(ascii: "}")]
  }
}
