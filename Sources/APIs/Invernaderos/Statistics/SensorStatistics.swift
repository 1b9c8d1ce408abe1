import HTTPCore
import JSON

/// What a sensor showed over some time.
struct SensorStatistics: Sendable {
  /// What the values amount to.
  struct Values: Sendable {
    let minimum: Double
    let maximum: Double
    /// Rounded to two decimals.
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

  /// How much the newest value differs from the oldest, in percent of that, rounded to two decimals; what comes from
  /// nothing counts as 100.
  var changePercent: Double {
    guard let values, values.first != values.last else { return 0 }
    guard values.first != 0 else { return values.last > 0 ? 100 : -100 }
    return ((values.last - values.first) / abs(values.first) * 10_000).rounded() / 100
  }

  /// Changes up to this, in percent, count as none (CONTRACT §9).
  static let stablePercent = 0.5

  /// Which of three words the change deserves.
  func direction(up: String, down: String, stable: String) -> String {
    if changePercent > Self.stablePercent { return up }
    return changePercent < -Self.stablePercent ? down : stable
  }

  /// The sensor itself, to which each answer adds what it tells.
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
