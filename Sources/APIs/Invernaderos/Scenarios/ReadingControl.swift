import HTTPCore
import JSON
import World

/// Readings at a test's command: `/_mock/sensors/readings`.
enum ReadingControl {
  static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/sensors/readings", "pushReading", .open, answer: push).slow(when: World.isFarBehind)
  ]

  /// Has the sensors be read now, beside the readings that come by themselves. The body may say what some of them show
  /// in this one reading, by their ids in RealDataDto; null is a sensor that says nothing.
  private static func push(_ call: Call) throws -> Response {
    let body = call.request.body.isEmpty ? JSONObject() : try call.request.jsonObject()
    var fields = FaultFields(body, known: SensorCatalogue.all.map(\.id))
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
