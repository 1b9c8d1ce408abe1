import HTTPCore
import JSON
import Store
import World

enum StatisticsSQL {
  /// The statistics of the chosen sensors between two seconds, both inclusive, in the order of the sensors. Nearly
  /// every message has a value of every sensor, so the oldest and newest values are those of the first and last
  /// message, and are only searched for where a sensor had no value then.
  static func sensors(
    _ connection: Connection, _ selection: SensorSelection, _ seconds: ClosedRange<Int64>
  ) throws -> [SensorStatistics] {
    let rows = try connection.rows(
      """
      WITH ends AS (
        SELECT min(number) AS first, max(number) AS last FROM invernaderos_message WHERE time BETWEEN ? AND ?
      ), \(readings(selection)), measured AS (
        SELECT sensor, count(value) AS count, min(value) AS minimum, max(value) AS maximum, \(total) AS total
        FROM reading GROUP BY sensor
      )
      SELECT sensor.id, sensor.greenhouse, sensor.type, sensor.unit, coalesce(measured.count, 0), measured.minimum,
        measured.maximum, measured.total,
        coalesce(
          json_extract((SELECT body FROM invernaderos_message WHERE number = (SELECT first FROM ends)), sensor.path),
          (SELECT value FROM reading WHERE reading.sensor = sensor.number AND value IS NOT NULL ORDER BY time LIMIT 1)),
        coalesce(
          json_extract((SELECT body FROM invernaderos_message WHERE number = (SELECT last FROM ends)), sensor.path),
          (SELECT value FROM reading WHERE reading.sensor = sensor.number AND value IS NOT NULL ORDER BY time DESC LIMIT 1))
      FROM invernaderos_sensor AS sensor LEFT JOIN measured ON measured.sensor = sensor.number
      WHERE \(selection.condition) ORDER BY sensor.number
      """, bounds(seconds) + bounds(seconds) + selection.arguments + selection.arguments)
    return rows.compactMap { statistics($0[...]) }
  }

  /// The statistics of the chosen sensors in each part of a time, oldest first.
  ///
  /// - Parameters:
  ///   - length: The length of a part in seconds; parts begin at its multiples.
  static func parts(
    _ connection: Connection, _ selection: SensorSelection, _ seconds: ClosedRange<Int64>, length: Int64
  ) throws -> [(start: Int64, statistics: SensorStatistics)] {
    let rows = try connection.rows(
      """
      WITH \(readings(selection))
      SELECT reading.time / ? AS part, sensor.id, sensor.greenhouse, sensor.type, sensor.unit, count(value),
        min(value), max(value), \(total), 0.0, 0.0
      FROM reading JOIN invernaderos_sensor AS sensor ON sensor.number = reading.sensor
      GROUP BY part, sensor.number HAVING count(value) > 0 ORDER BY part, sensor.number
      """, bounds(seconds) + selection.arguments + [.integer(length)])
    return rows.compactMap { row in
      guard let part = row[0].integer, let statistics = statistics(row[1...]) else { return nil }
      return (part * length, statistics)
    }
  }

  /// The sum of values in ten thousandths. Of values with up to four decimals it is a whole number but for an error that
  /// is far below a half, so that the mean can be rounded as it is.
  private static let total = "total(value * 10000.0)"

  /// The mean of a sum in ten thousandths, rounded half up to two decimals.
  private static func mean(_ total: Double, count: Int) -> Double {
    // Beyond 2^53 not every whole number is a Double.
    guard count > 0, total.magnitude < 9e15 else { return total / 10_000 / Double(max(1, count)) }
    let (divisor, isTooLarge) = count.multipliedReportingOverflow(by: 100)
    return isTooLarge ? 0 : Double(HalfUp.quotient(Int(total.rounded()), by: divisor)) / 100
  }

  /// The table of the chosen readings, made once, since SQLite would take each value out of its message again for each
  /// use otherwise. Its arguments are the bounds and those of the selection.
  private static func readings(_ selection: SensorSelection) -> String {
    """
    reading AS MATERIALIZED (
      SELECT message.time AS time, sensor.number AS sensor, \(SensorSQL.value) AS value
      FROM \(SensorSQL.source) WHERE message.time BETWEEN ? AND ? AND \(selection.condition)
    )
    """
  }

  private static func bounds(_ seconds: ClosedRange<Int64>) -> [SQLValue] {
    [.integer(seconds.lowerBound), .integer(seconds.upperBound)]
  }

  private static func statistics(_ columns: ArraySlice<SQLValue>) -> SensorStatistics? {
    let row = Array(columns)
    guard row.count == 10, let id = row[0].text, let greenhouse = row[1].text, let type = row[2].text,
      let unit = row[3].text, let count = row[4].integer
    else { return nil }
    let numbers = row[5...].compactMap(\.real)
    let values =
      numbers.count == 5
      ? SensorStatistics.Values(
        minimum: numbers[0], maximum: numbers[1], average: mean(numbers[2], count: Int(count)), first: numbers[3],
        last: numbers[4]) : nil
    return SensorStatistics(
      sensorID: id, greenhouseID: greenhouse, type: type, unit: unit, count: Int(count), values: values)
  }
}
