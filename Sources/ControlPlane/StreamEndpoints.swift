import HTTPCore
import JSON
import STOMP
import World

/// Messages that a test publishes through the broker of the apps.
package enum PublishingEndpoint {
  /// Publishes to topics, queues and users.
  package static let all = [Endpoint(.post, "/_mock/messages", "publishMessage", .open, answer: publish)]

  private static func publish(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["destination", "body", "contentType", "headers"])
    guard let destination = try body.text("destination", upTo: 1000), destination.hasPrefix("/") else {
      throw Problem(
        .validation, "destination must begin with a slash, such as /topic/greenhouse/messages", field: "destination")
    }
    guard let content = body.value("body") else {
      throw Problem(.validation, "body is required: a text, or JSON to be sent as such", field: "body")
    }
    let isText = content.string != nil
    let contentType = try body.text("contentType") ?? (isText ? "text/plain" : "application/json")
    var headers = Headers()
    for member in try body.object("headers")?.members ?? [] {
      guard let value = member.value.string else {
        throw Problem(.validation, "the header \(member.key.clipped(to: 60)) must be a text", field: "headers")
      }
      headers.append(Header(member.key, value))
    }
    let bytes = content.string.map { Array($0.utf8) } ?? JSONWriter.serialize(content)
    let message = Message(
      destination: try address(destination, call.world), headers: headers, contentType: contentType, body: bytes)
    do {
      try call.world.broker.publish([message])
    } catch {
      throw Problem(
        .conflict, "the broker refuses it: \(error.withoutFrame.headline)", field: "destination", value: destination)
    }
    return Response(status: 202)
  }

  /// The destination as the broker of the world parses it.
  private static func address(_ destination: String, _ world: World) throws(Problem) -> String {
    do {
      return try world.messaging.dialect.address(Header("destination", destination))
    } catch {
      throw Problem(
        .validation, "the broker has no such destination: \(error.headline)", field: "destination", value: destination)
    }
  }
}

/// The simulations: pause, resume and step.
package enum SimulationEndpoints {
  private static let path = "/_mock/simulations"

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed, with its name.
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
