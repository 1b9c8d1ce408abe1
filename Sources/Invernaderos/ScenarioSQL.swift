import HTTPCore
import JSON
import Platform
import Store
import World

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
