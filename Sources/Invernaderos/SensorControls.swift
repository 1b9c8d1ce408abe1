import HTTPCore
import JSON
import World

/// Sensors under a test's control: `/_mock/sensors`.
enum SensorControls {
  private static let path = "/_mock/sensors"

  static let all: [Endpoint] = [
    Endpoint(.get, path, "listSensors", .open, answer: list),
    Endpoint(.put, "\(path)/{greenhouse}/{sensor}", "setSensorValue", .open, answer: set)
      .slow(when: World.isFarBehind),
    Endpoint(.delete, "\(path)/{greenhouse}/{sensor}", "unsetSensorValue", .open, answer: unset)
      .slow(when: World.isFarBehind),
  ]

  private static func list(_ call: Call) throws -> Response {
    let now = call.world.clock.now
    let sensors = try SensorListing(call.world, at: now)
    return .json([
      "now": .string(now.iso8601),
      "greenhouses": .array(
        SensorCatalogue.greenhouses.map { greenhouse in
          [
            "greenhouseId": .string(SensorCatalogue.greenhouseID(greenhouse)),
            "sensors": .array(SensorCatalogue.indices(in: greenhouse).map(sensors.json)),
          ]
        }),
    ])
  }

  private static func set(_ call: Call) throws -> Response {
    let index = try sensor(call)
    let kind = SensorCatalogue.all[index].kind
    var fields = FieldReader(try call.request.jsonObject(), known: ["value", "durationSeconds"])
    let value = fields.number("value", in: kind.range)
    if kind == .extractor, value != value.rounded() { fields.reject("value", "must be 0 or 1 for an extractor") }
    let duration = ControlTime.duration(&fields, "durationSeconds")
    try fields.finish()
    try ControlTime.settlePast(call.world)
    let now = call.world.clock.now
    let start = now.milliseconds
    let setValue = SetValue(
      sensor: index, hundredths: kind.hundredths(value), start: start, end: duration.map { start + $0 })
    try call.world.store.transaction { try ScenarioSQL.set($0, setValue) }
    return .json(try SensorListing(call.world, at: now).json(index))
  }

  private static func unset(_ call: Call) throws -> Response {
    let index = try sensor(call)
    try ControlTime.settlePast(call.world)
    let wasSet = try call.world.store.transaction {
      try ScenarioSQL.unset($0, sensor: index)
    }
    guard wasSet else {
      let id = SensorCatalogue.all[index].id
      throw Problem(.notFound, "no value is set for the sensor \"\(id)\"", field: "sensor", value: id)
    }
    return .noContent
  }

  /// The sensor that a path names.
  private static func sensor(_ call: Call) throws(Problem) -> Int {
    let (name, id) = (call.parameters["greenhouse"], call.parameters["sensor"])
    guard let greenhouse = SensorCatalogue.greenhouse(named: name) else {
      let known = SensorCatalogue.greenhouseNames.joined(separator: ", ")
      throw Problem(
        .notFound, "there is no greenhouse \"\(name.clipped(to: 60))\"; there are \(known)", field: "greenhouse",
        value: name)
    }
    if let index = SensorCatalogue.index(named: id, in: greenhouse) { return index }
    let sensors = SensorCatalogue.indices(in: greenhouse).map { SensorCatalogue.all[$0] }
    let names = KnownNames(sensors.map(\.shortName) + sensors.map(\.id))
    throw Problem(
      .notFound, "the sensor \"\(id.clipped(to: 60))\" \(names.refusal(of: id))", field: "sensor", value: id)
  }
}

/// The sensors of a world at a moment, as tests see them.
private struct SensorListing {
  private let reading: GreenhouseReading
  private let script: SensorScript
  private let now: Int64

  init(_ world: World, at time: Timestamp) throws {
    script = try SensorScript.current(world)
    let moment = Timestamp(seconds: time.seconds)
    reading = ScriptedGreenhouses(seed: world.simulationSeed, script: script).reading(at: moment, taken: time)
    now = time.milliseconds
  }

  func json(_ index: Int) -> JSONValue {
    let sensor = SensorCatalogue.all[index]
    let set = script.setValues[index].flatMap { $0.holds(at: now) ? $0 : nil }
    let scenarios = script.scenarios.filter { $0.isRunning(at: now) && $0.sensors.contains(index) }
    return [
      "sensorId": .string(sensor.id), "greenhouseId": .string(sensor.greenhouseID),
      "name": .string(sensor.shortName), "type": .string(sensor.kind.rawValue), "unit": .string(sensor.kind.unit),
      "value": reading.value(at: index).map(JSONValue.decimal) ?? .null, "set": set?.json ?? .null,
      "scenarios": .array(scenarios.map { .string($0.id) }),
    ]
  }
}

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

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}

/// Readings that a test asks for: `/_mock/sensors/readings`.
enum ReadingControl {
  static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/sensors/readings", "pushReading", .open, answer: push).slow(when: World.isFarBehind)
  ]

  /// Reads the sensors now, in addition to the readings that come by themselves. The body may give values of this one
  /// reading by the sensors' ids in RealDataDto; null stands for a sensor that sends none.
  private static func push(_ call: Call) throws -> Response {
    let body = call.request.body.isEmpty ? JSONObject() : try call.request.jsonObject()
    var fields = FieldReader(body, known: SensorCatalogue.all.map(\.id))
    var given: [Int: Int?] = [:]
    for (index, sensor) in SensorCatalogue.all.enumerated() {
      guard let value = body[sensor.id] else { continue }
      given[index] = .some(value.isNull ? nil : sensor.kind.hundredths(fields.number(sensor.id, in: sensor.kind.range)))
    }
    try fields.finish()
    try ControlTime.settle(call.world)
    let step = Simulation.Steps(time: call.world.clock.now, intervalNanoseconds: SensorSimulation.interval)
    return .json(try SensorSimulation.read(call.world, step, given: given), status: 201)
  }
}

/// Times in control calls about sensors.
enum ControlTime {
  /// The longest time that a call may name, in seconds: ten years.
  private static let longest = 315_360_000.0

  /// A length of time in milliseconds, at least 1; nil when the field is absent.
  ///
  /// - Parameters:
  ///   - shortest: The least number of seconds.
  static func duration(_ fields: inout FieldReader, _ name: String, atLeast shortest: Double = 0.001) -> Int64? {
    guard fields.value(name) != nil else { return nil }
    return Int64((fields.number(name, in: shortest...longest) * 1000).rounded())
  }

  /// Takes the steps that are due, so that what a call changes applies from now on and not to them.
  static func settle(_ world: World) throws {
    var failure: (any Error)?
    world.settle { _, error in failure = error }
    if let failure { throw failure }
  }

  /// Prepares for a call that changes what sensors show: takes the steps that are due, and stores the past, which the
  /// new script would change otherwise.
  static func settlePast(_ world: World) throws {
    try settle(world)
    try MessageHistory.begin(world)
  }
}
