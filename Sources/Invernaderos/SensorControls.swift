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

extension [String] {
  var list: String { joined(separator: ", ") }
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
