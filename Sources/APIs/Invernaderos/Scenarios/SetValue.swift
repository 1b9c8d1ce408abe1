import HTTPCore
import JSON
import World

/// A value that a test gave a sensor, in place of the model's.
struct SetValue: Sendable, Equatable {
  /// The place of the sensor in ``SensorCatalogue/all``.
  let sensor: Int
  let hundredths: Int
  /// Milliseconds since 1970.
  let start: Int64
  /// Milliseconds since 1970, exclusive; nil for a value that stays.
  let end: Int64?

  /// Whether it counts at a moment in milliseconds since 1970.
  func holds(at milliseconds: Int64) -> Bool {
    start <= milliseconds && milliseconds < end ?? .max
  }

  /// The value as tests see it.
  var json: JSONValue {
    [
      "value": .decimal(Double(hundredths) / 100), "since": .string(Timestamp(milliseconds: start).iso8601),
      "until": end.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null,
    ]
  }
}

extension Timestamp {
  /// A moment by its milliseconds since 1970, clamped to the range.
  init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    self.init(nanoseconds: overflow ? (milliseconds < 0 ? .min : .max) : product)
  }

  /// Whole milliseconds since 1970, rounded down.
  var milliseconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
