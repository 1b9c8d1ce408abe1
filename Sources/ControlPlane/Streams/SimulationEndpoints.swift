import HTTPCore
import JSON
import World

/// What moves by itself: paused, let go on, and stepped.
package enum SimulationEndpoints {
  private static let path = "/_mock/simulations"

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - report: Told of a simulation that failed, with its name.
  package static func all(report: @escaping @Sendable (String, any Error) -> Void) -> [Endpoint] {
    [
      Endpoint(.get, path, "listSimulations", .open) { .json(json($0.world)) },
      Endpoint(.post, "\(path)/pause", "pauseSimulations", .open) { try pause($0, true, report) },
      Endpoint(.post, "\(path)/resume", "resumeSimulations", .open) { try pause($0, false, report) },
      Endpoint(.post, "\(path)/step", "stepSimulation", .open) { call in
        let name = try ControlBody(call.request, known: ["name"]).text("name")
        call.world.settle(report: report)
        guard try call.world.simulations.step(call.world, name) else { throw missing(name, call.world) }
        return .json(json(call.world))
      }.slow(),
    ]
  }

  private static func pause(
    _ call: Call, _ isPaused: Bool, _ report: (String, any Error) -> Void
  ) throws -> Response {
    call.world.settle(report: report)
    let name = try ControlBody(call.request, known: ["name"]).text("name")
    guard call.world.simulations.pause(isPaused, name) else { throw missing(name, call.world) }
    return .json(json(call.world))
  }

  private static func missing(_ name: String?, _ world: World) -> Problem {
    let known = world.simulations.states.map(\.name).joined(separator: ", ")
    return Problem(
      .notFound, "there is no simulation \"\((name ?? "").clipped(to: 60))\"; there are \(known)", field: "name",
      value: name)
  }

  private static func json(_ world: World) -> JSONValue {
    [
      "simulations": .array(
        world.simulations.states.map { state in
          [
            "name": .string(state.name), "paused": .bool(state.isPaused),
            "intervalMilliseconds": .number(JSONNumber(Int(clamping: state.intervalNanoseconds / 1_000_000))),
          ]
        })
    ]
  }
}
