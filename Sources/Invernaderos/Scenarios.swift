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

/// All SQL about what tests do to the sensors. Rows that name a sensor or kind of scenario that does not exist are
/// ignored, since tests may have written them.
enum ScenarioSQL {
  /// How many scenarios there may be; finished ones are kept as long as there is room.
  static let capacity = 100
  private static let sequence = "invernaderos_scenario"

  static func script(_ connection: Connection) throws -> SensorScript {
    var script = SensorScript(scenarios: try scenarios(connection))
    for value in try setValues(connection) { script.setValues[value.sensor] = value }
    return script
  }

  // MARK: Values that were set

  private static func setValues(_ connection: Connection) throws -> [SetValue] {
    try connection.rows("SELECT sensor, value, starts_at, ends_at FROM invernaderos_set_value ORDER BY sensor")
      .compactMap { row in
        guard let sensor = row[0].text.flatMap({ SensorCatalogue.index(named: $0, in: nil) }),
          let value = row[1].real, let start = row[2].integer
        else { return nil }
        let hundredths = SensorCatalogue.all[sensor].kind.hundredths(value)
        return SetValue(sensor: sensor, hundredths: hundredths, start: start, end: row[3].integer)
      }
  }

  /// Sets a sensor's value, in place of the one that was set before.
  static func set(_ connection: Connection, _ value: SetValue) throws {
    try connection.execute(
      """
      INSERT INTO invernaderos_set_value (sensor, value, starts_at, ends_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET value = excluded.value, starts_at = excluded.starts_at, ends_at = excluded.ends_at
      """,
      [
        .text(SensorCatalogue.all[value.sensor].id), .real(Double(value.hundredths) / 100), .integer(value.start),
        value.end.map(SQLValue.integer) ?? .null,
      ])
  }

  /// Lets a sensor follow the model again.
  ///
  /// - Returns: Whether its value was set.
  static func unset(_ connection: Connection, sensor: Int) throws -> Bool {
    try connection.execute(
      "DELETE FROM invernaderos_set_value WHERE sensor = ?", [.text(SensorCatalogue.all[sensor].id)]) > 0
  }

  // MARK: Scenarios

  private static func scenarios(_ connection: Connection) throws -> [Scenario] {
    try connection.rows(
      """
      SELECT number, type, greenhouse, sensor, intensity, starts_at, ends_at FROM invernaderos_scenario
      ORDER BY starts_at, number LIMIT ?
      """, [.integer(Int64(capacity))]
    ).compactMap { row in
      guard let number = row[0].integer, let kind = row[1].text.flatMap(Scenario.Kind.init), let start = row[5].integer,
        let end = row[6].integer
      else { return nil }
      let greenhouse = row[2].integer.flatMap { Int(exactly: $0) }
      let sensor = row[3].text.map { SensorCatalogue.index(named: $0, in: greenhouse) }
      // A name of no sensor must not be taken for the absence of a name.
      if let sensor, sensor == nil { return nil }
      let intensity = max(-100, min(100, row[4].real ?? kind.defaultIntensity ?? 0))
      return Scenario(
        number: number, kind: kind, greenhouse: greenhouse, sensor: sensor ?? nil, intensity: intensity, start: start,
        end: end)
    }
  }

  /// Adds a scenario, and removes finished ones when there is no room for it.
  ///
  /// - Parameters:
  ///   - make: Makes the scenario with its number.
  /// - Throws: ``Problem`` of kind `conflict` when there are too many.
  static func add(
    _ connection: Connection, at now: Timestamp, _ make: (Int64) -> Scenario
  ) throws -> Scenario {
    if try count(connection) >= capacity {
      try connection.execute("DELETE FROM invernaderos_scenario WHERE ends_at <= ?", [.integer(now.milliseconds)])
    }
    guard try count(connection) < capacity else {
      throw Problem(.conflict, "there are \(capacity) scenarios already; delete some")
    }
    let scenario = make(try WorldSQL.next(connection, sequence, for: Schema.scenario))
    try connection.execute(
      """
      INSERT INTO invernaderos_scenario (number, type, greenhouse, sensor, intensity, starts_at, ends_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(scenario.number), .text(scenario.kind.rawValue),
        scenario.greenhouse.map { .integer(Int64($0)) } ?? .null,
        .text(scenario.sensor.map { SensorCatalogue.all[$0].id }),
        scenario.kind.defaultIntensity == nil ? .null : .real(scenario.intensity), .integer(scenario.start),
        .integer(scenario.end),
      ])
    return scenario
  }

  private static func count(_ connection: Connection) throws -> Int {
    Int(try connection.value("SELECT count(*) FROM invernaderos_scenario")?.integer ?? 0)
  }

  /// Ends a scenario.
  static func remove(_ connection: Connection, number: Int64) throws {
    try connection.execute("DELETE FROM invernaderos_scenario WHERE number = ?", [.integer(number)])
  }

  /// Ends all scenarios.
  static func removeAll(_ connection: Connection) throws {
    try connection.execute("DELETE FROM invernaderos_scenario")
  }
}

extension SQLValue {
  /// The number, or nil for another storage class.
  fileprivate var real: Double? {
    guard case .real(let value) = self else { return nil }
    return value
  }
}
