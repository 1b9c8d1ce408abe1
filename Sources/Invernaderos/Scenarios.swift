import HTTPCore
import JSON
import Platform
import Store
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

/// All that tests do to the sensors of a world: its rows, read once for each state of them.
struct SensorScript: Sendable, Equatable {
  /// By the places of the sensors in ``SensorCatalogue/all``.
  var setValues: [Int: SetValue] = [:]
  /// In the order in which they begin.
  var scenarios: [Scenario] = []

  /// Whether there is nothing, so that the sensors show what the model says.
  var isEmpty: Bool { setValues.isEmpty && scenarios.isEmpty }

  /// The script of a world as it is now.
  static func current(_ world: World) throws -> SensorScript {
    return try world.derived.value("invernaderos/script") {
      try world.store.read { try ScenarioSQL.script($0) }
    }
  }

  /// When scenarios begin and end, and when values that were set are given back.
  var upcoming: [UpcomingEvent] {
    func event(_ milliseconds: Int64, _ kind: String, _ about: String) -> UpcomingEvent {
      UpcomingEvent(time: Timestamp(milliseconds: milliseconds), kind: kind, about: about, api: "invernaderos")
    }
    return scenarios.flatMap { scenario in
      [
        event(scenario.start, "scenarioBegin", "\(scenario.id) (\(scenario.kind.rawValue)) begins"),
        event(scenario.end, "scenarioEnd", "\(scenario.id) (\(scenario.kind.rawValue)) is over"),
      ]
    }
      + setValues.values.compactMap { value in
        value.end.map {
          event($0, "sensorValueEnd", "\(SensorCatalogue.all[value.sensor].id) follows the simulation again")
        }
      }
  }

  /// Those of a kind that are going on at a moment in milliseconds since 1970.
  func running(_ kind: Scenario.Kind, at milliseconds: Int64) -> [Scenario] {
    scenarios.filter { $0.kind == kind && $0.isRunning(at: milliseconds) }
  }
}
