import HTTPCore
import JSON
import Store
import World

/// A greenhouse as clients name it: `001`, or `1` where a client takes it for a number (CONTRACT C16).
struct GreenhouseID: Sendable, Equatable {
  let text: String
  /// The text as a number, nil when it is none.
  var number: Int64? { Int64(text) }

  /// One short text for all names of a greenhouse, for keys of rendered content. A name that is too long is cut, since
  /// no greenhouse has such a one.
  var key: String { number.map { "\($0)" } ?? "\"" + text.clipped(to: 20) }

  /// The condition on `invernaderos_sensor` that a sensor belongs to the greenhouse.
  static let condition = "(sensor.greenhouse = ? OR sensor.greenhouse_number = ?)"

  /// The arguments of ``condition``.
  var arguments: [SQLValue] { [.text(text), number.map(SQLValue.integer) ?? .null] }
}

/// Which sensors are wanted.
struct SensorSelection: Sendable, Equatable {
  var greenhouse: GreenhouseID?
  var sensor: String?

  /// The condition on `invernaderos_sensor`.
  var condition: String {
    var conditions: [String] = []
    if greenhouse != nil { conditions.append(GreenhouseID.condition) }
    if sensor != nil { conditions.append("sensor.id = ?") }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }

  /// The arguments of ``condition``.
  var arguments: [SQLValue] { (greenhouse?.arguments ?? []) + (sensor.map { [.text($0)] } ?? []) }
}
