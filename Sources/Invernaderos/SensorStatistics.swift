import HTTPCore
import JSON
import Store
import World

/// What a sensor showed over some time.
struct SensorStatistics: Sendable {
  /// What the values amount to.
  struct Values: Sendable {
    let minimum: Double
    let maximum: Double
    /// Rounded half up to two decimals.
    let average: Double
    /// The oldest and the newest value.
    let first: Double
    let last: Double
  }

  let sensorID: String
  let greenhouseID: String
  let type: String
  let unit: String
  let count: Int
  /// nil when nothing was measured.
  let values: Values?

  /// How much the newest value differs from the oldest.
  private var change: PercentChange {
    values.map { PercentChange(from: $0.first, to: $0.last) } ?? .init(from: 0, to: 0)
  }

  /// The change in percent, rounded half up to two decimals; a change from zero counts as 100.
  var changePercent: Double { change.percent }

  /// Changes up to this, in tenths of a percent, count as none (CONTRACT §9).
  private static let stableTenths = 5

  /// Which of three words the change deserves, before it is rounded.
  func direction(up: String, down: String, stable: String) -> String {
    switch change.direction(beyondTenths: Self.stableTenths) {
    case 1: up
    case -1: down
    default: stable
    }
  }

  /// The members about the sensor itself, to which each response adds its own.
  var description: JSONObject {
    [
      "sensorId": .string(sensorID), "greenhouseId": .string(greenhouseID), "sensorType": .string(type),
      "unit": .string(unit),
    ]
  }

  /// The sensor with the number, the extremes and the mean of its values, which are left out when there are none.
  var json: JSONObject {
    var object = description
    object["count"] = .number(JSONNumber(count))
    if let values {
      object["min"] = .decimal(values.minimum)
      object["max"] = .decimal(values.maximum)
      object["avg"] = .decimal(values.average)
    }
    return object
  }
}
