import HTTPCore
import JSON
import Store
import World

/// The statistics of all sensors in one object, for the topic and for those who ask.
enum StatisticsSummary {
  /// What the chosen sensors showed in a period that ends at a second.
  static func read(
    _ connection: Connection, _ period: Period, until end: Int64, _ selection: SensorSelection = SensorSelection()
  ) throws -> JSONValue {
    let range = period.range(until: end)
    let sensors = try StatisticsSQL.sensors(connection, selection, range)
    return [
      "tenantId": .string(SensorCatalogue.tenant), "period": .string(period.text),
      "from": .string(Timestamp(seconds: range.lowerBound).iso8601), "to": .string(Timestamp(seconds: end).iso8601),
      "sensors": .array(sensors.map { .object($0.json) }), "timestamp": .string(Timestamp(seconds: end).iso8601),
    ]
  }
}
