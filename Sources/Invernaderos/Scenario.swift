import HTTPCore
import JSON
import Platform
import Store
import World

/// Something that happens to sensors for some time.
struct Scenario: Sendable, Equatable {
  /// What happens; the raw value is the `type` in control calls.
  enum Kind: String, Sendable, CaseIterable {
    /// The temperature rises smoothly and falls again; the air gets drier, extractors start.
    case heatWave
    /// A sensor repeats the value that it had at the start.
    case stuck
    /// A sensor sends no value.
    case offline
    /// Single values of a sensor are far off now and then.
    case spikes

    /// How strong it is by default: degrees of a heat wave, the height of a spike in the sensor's unit.
    var defaultIntensity: Double? {
      switch self {
      case .heatWave: 12
      case .spikes: 15
      case .stuck, .offline: nil
      }
    }
  }

  let number: Int64
  let kind: Kind
  /// nil for all of them.
  let greenhouse: Int?
  /// The place of the one sensor in ``SensorCatalogue/all``; nil for those that the kind is about.
  let sensor: Int?
  let intensity: Double
  /// Milliseconds since 1970.
  let start: Int64
  /// Milliseconds since 1970, exclusive.
  let end: Int64

  /// The name on the wire.
  var id: String { "scenario_\(number)" }

  /// The places of the sensors that it is about.
  var sensors: [Int] {
    if let sensor { return [sensor] }
    switch kind {
    case .heatWave: return SensorCatalogue.indices(of: [.temperature, .humidity, .extractor], in: greenhouse)
    case .spikes: return SensorCatalogue.indices(of: [.temperature, .humidity], in: greenhouse)
    case .stuck, .offline: return SensorCatalogue.indices(in: greenhouse)
    }
  }

  /// Whether it is going on at a moment in milliseconds since 1970.
  func isRunning(at milliseconds: Int64) -> Bool { start <= milliseconds && milliseconds < end }

  /// How much of it has passed at a moment at which it is going on, from 0 to 1.
  func progress(at milliseconds: Int64) -> Double {
    let length = Double(end) - Double(start)
    return length > 0 ? (Double(milliseconds) - Double(start)) / length : 0
  }

  /// The degrees that a heat wave adds at a moment at which it is going on: a whole wave of the cosine, so that it
  /// comes and goes without a corner and is highest in the middle.
  func heat(at milliseconds: Int64) -> Double {
    intensity * (1 - cos(2 * .pi * progress(at: milliseconds))) / 2
  }

  /// The scenario as tests see it.
  func json(at now: Timestamp) -> JSONValue {
    let milliseconds = now.milliseconds
    let state = isRunning(at: milliseconds) ? "running" : milliseconds < start ? "scheduled" : "over"
    return [
      "id": .string(id), "type": .string(kind.rawValue), "state": .string(state),
      "greenhouse": greenhouse.map { .string(SensorCatalogue.greenhouseID($0)) } ?? .null,
      "sensor": sensor.map { .string(SensorCatalogue.all[$0].id) } ?? .null,
      "intensity": kind.defaultIntensity == nil ? .null : .decimal(intensity),
      "startsAt": .string(Timestamp(milliseconds: start).iso8601),
      "endsAt": .string(Timestamp(milliseconds: end).iso8601),
    ]
  }
}
