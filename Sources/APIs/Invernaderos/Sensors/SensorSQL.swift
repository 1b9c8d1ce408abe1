import Store

/// All SQL that reads single sensors. There is no table of readings: they are taken out of the messages, so that both
/// always agree, digit for digit.
enum SensorSQL {
  /// Every sensor of every message, messages in the outer loop, since SQLite keeps the parsed text of a message until
  /// the next one.
  static let source = "invernaderos_message AS message CROSS JOIN invernaderos_sensor AS sensor"
  static let value = "json_extract(message.body, sensor.path)"

  private static let record = JSONExpression.object([
    JSONExpression.date("time", "message.time"), JSONExpression.text("sensorId", "sensor.id"),
    JSONExpression.text("greenhouseId", "sensor.greenhouse"), JSONExpression.text("sensorType", "sensor.type"),
    JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
  ])

  /// An array of readings, newest first, those of one message in the order of the sensors. A sensor that said nothing
  /// has no reading: its record is NULL, which makes no element of an array but counts for the limit, so that it is
  /// left out where there is one.
  ///
  /// - Parameters:
  ///   - seconds: Readings before it are left out.
  ///   - limit: How many at most.
  static func readings(
    _ connection: Connection, _ selection: SensorSelection, since seconds: Int64 = .min, limit: Int64 = -1
  ) throws -> [UInt8] {
    let hasValue = limit < 0 ? "" : " AND \(value) IS NOT NULL"
    let array = JSONExpression.arraySQL(
      """
      SELECT \(record) AS record FROM \(source) WHERE message.time >= ? AND \(selection.condition)\(hasValue)
      ORDER BY message.number DESC, sensor.number LIMIT ?
      """)
    return try connection.bytes("SELECT \(array)", [.integer(seconds)] + selection.arguments + [.integer(limit)])
      ?? Array("[]".utf8)
  }

  /// An object of what the sensors of a greenhouse show, by their ids.
  static func current(_ connection: Connection, _ greenhouse: GreenhouseID) throws -> [UInt8] {
    let entry = JSONExpression.object([
      JSONExpression.number("value", value), JSONExpression.text("unit", "sensor.unit"),
      JSONExpression.date("timestamp", "message.time"), JSONExpression.text("type", "sensor.type"),
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
