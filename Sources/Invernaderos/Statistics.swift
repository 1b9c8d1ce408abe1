import HTTPCore
import JSON
import Store
import World

/// A length of time as clients write it: `30m`, `24h` or `7d`.
package struct Period: Sendable, Equatable {
  static let hour = Period(text: "1h", seconds: 3600)
  /// The last 24 hours.
  package static let day = Period(text: "24h", seconds: 86_400)
  /// The last seven days.
  package static let week = Period(text: "7d", seconds: 604_800)

  /// The period as it was written.
  package let text: String
  /// Its length.
  package let seconds: Int64

  /// The period of a text; the default one for anything that cannot be read (CONTRACT §2.3).
  package static func read(_ text: String?, default standard: Period) -> Period {
    let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
    guard let text, let unit = text.last.flatMap({ units[$0] }), let count = Int32(text.dropLast()), count >= 0 else {
      return standard
    }
    return Period(text: text, seconds: Int64(count) * unit)
  }

  /// The seconds of the period that ends at a second, both ends inclusive.
  package func range(until end: Int64) -> ClosedRange<Int64> { (end - seconds)...end }
}

/// The statistics of all sensors in one object, for the topic and the route.
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
