import World

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
    let version = world.store.version(of: [InvernaderosSchema.setValue, InvernaderosSchema.scenario])
    return try world.derived.value("invernaderos/script", version: version) {
      try world.store.read { try ScenarioSQL.script($0) }
    }
  }

  /// Those of a kind that are going on at a moment in milliseconds since 1970.
  func running(_ kind: Scenario.Kind, at milliseconds: Int64) -> [Scenario] {
    scenarios.filter { $0.kind == kind && $0.isRunning(at: milliseconds) }
  }
}
