import HTTPCore
import JSON
import World

/// Scenarios: `/_mock/scenarios`.
enum ScenarioControls {
  private static let path = "/_mock/scenarios"
  private static let fields = ["type", "greenhouse", "sensor", "durationSeconds", "intensity", "startsInSeconds"]
  private static let intensities = 0.01...100.0

  static let all: [Endpoint] = [
    Endpoint(.post, path, "addScenario", .open, answer: add).slow(),
    Endpoint(.get, path, "listScenarios", .open) { call in
      let now = call.world.clock.now
      let scenarios = try SensorScript.current(call.world).scenarios
      return .json(["scenarios": .array(scenarios.map { $0.json(at: now) })])
    },
    Endpoint(.delete, path, "removeScenarios", .open) { call in
      try ControlTime.settlePast(call.world)
      try call.world.store.write { try ScenarioSQL.removeAll($0) }
      return .noContent
    },
    Endpoint(.get, "\(path)/{id}", "getScenario", .open) { call in
      .json(try find(call).json(at: call.world.clock.now))
    },
    Endpoint(.delete, "\(path)/{id}", "removeScenario", .open) { call in
      let number = try find(call).number
      try ControlTime.settlePast(call.world)
      try call.world.store.write { try ScenarioSQL.remove($0, number: number) }
      return .noContent
    },
  ]

  private static func add(_ call: Call) throws -> Response {
    let plan = try Plan(try call.request.jsonObject())
    try ControlTime.settlePast(call.world)
    let now = call.world.clock.now
    let scenario = try call.world.store.transaction {
      try ScenarioSQL.add($0, at: now) { plan.scenario($0, at: now) }
    }
    var response = Response.json(scenario.json(at: now), status: 201)
    response.headers["Location"] = "\(path)/\(scenario.id)"
    return response
  }

  private static func find(_ call: Call) throws -> Scenario {
    let id = call.parameters["id"]
    let scenarios = try SensorScript.current(call.world).scenarios
    if let scenario = scenarios.first(where: { $0.id == id }) { return scenario }
    let near = KnownNames(scenarios.map(\.id)).suggestion(for: id)
    throw Problem(.notFound, "there is no scenario \"\(id.clipped(to: 60))\"\(near)", field: "id", value: id)
  }

  /// A scenario that is asked for.
  private struct Plan {
    let kind: Scenario.Kind
    let greenhouse: Int?
    let sensor: Int?
    let intensity: Double
    /// Milliseconds.
    let duration: Int64
    /// Milliseconds from now.
    let delay: Int64

    init(_ body: JSONObject) throws(Problem) {
      var fields = FieldReader(body, known: ScenarioControls.fields)
      let known = Scenario.Kind.allCases.map(\.rawValue)
      let type = fields.optionalText("type", length: 1...100)
      let kind = type.flatMap(Scenario.Kind.init)
      if kind == nil { fields.reject("type", type.map(KnownNames(known).refusal) ?? "is required: \(known.list)") }
      let greenhouse = Self.greenhouse(&fields)
      let sensor = Self.sensor(&fields, in: greenhouse)
      if kind == .heatWave, sensor != nil {
        fields.reject("sensor", "cannot be heated by itself: a heat wave is about greenhouses")
      }
      if let kind, kind.defaultIntensity == nil, fields.value("intensity") != nil {
        fields.reject("intensity", "means nothing for \(kind.rawValue)")
      }
      intensity = fields.number("intensity", in: ScenarioControls.intensities, default: kind?.defaultIntensity ?? 0)
      if fields.value("durationSeconds") == nil { fields.reject("durationSeconds", "is required") }
      duration = ControlTime.duration(&fields, "durationSeconds") ?? 1
      delay = ControlTime.duration(&fields, "startsInSeconds", atLeast: 0) ?? 0
      try fields.finish()
      self.kind = kind ?? .offline
      self.greenhouse = sensor.map { SensorCatalogue.all[$0].greenhouse } ?? greenhouse
      self.sensor = sensor
    }

    func scenario(_ number: Int64, at now: Timestamp) -> Scenario {
      let start = now.milliseconds + delay
      return Scenario(
        number: number, kind: kind, greenhouse: greenhouse, sensor: sensor, intensity: intensity, start: start,
        end: start + duration)
    }

    /// A greenhouse by its text or its number.
    private static func greenhouse(_ fields: inout FieldReader) -> Int? {
      guard let value = fields.value("greenhouse") else { return nil }
      let name = value.string ?? value.number?.integer.map(String.init) ?? ""
      if let greenhouse = SensorCatalogue.greenhouse(named: name) { return greenhouse }
      fields.reject("greenhouse", "is none; there are \(SensorCatalogue.greenhouseNames.list)")
      return nil
    }

    private static func sensor(_ fields: inout FieldReader, in greenhouse: Int?) -> Int? {
      guard let name = fields.optionalText("sensor", length: 1...100) else { return nil }
      if let sensor = SensorCatalogue.index(named: name, in: greenhouse) { return sensor }
      let sensors = SensorCatalogue.indices(in: greenhouse).map { SensorCatalogue.all[$0] }
      let isShort = greenhouse == nil && sensors.contains { $0.shortName == name.lowercased() }
      fields.reject(
        "sensor",
        isShort ? "is in every greenhouse; say in which" : KnownNames(sensors.map(\.id)).refusal(of: name))
      return nil
    }
  }
}
