import HTTPCore
import JSON
import World

/// Named images of a world, and the way back to its beginning.
package enum SnapshotEndpoints {
  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/reset", "reset", .open, answer: reset).slow(),
    Endpoint(.get, "/_mock/snapshots", "listSnapshots", .open) { call in
      .json(["snapshots": .array(call.world.snapshots.all.map { json($0.name, $0.image) })])
    },
    Endpoint(.put, "/_mock/snapshots/{name}", "takeSnapshot", .open, answer: take).slow(),
    Endpoint(.get, "/_mock/snapshots/{name}", "getSnapshot", .open) { call in
      .json(json(call.parameters["name"], try find(call)))
    },
    Endpoint(.delete, "/_mock/snapshots/{name}", "deleteSnapshot", .open) { call in
      guard call.world.snapshots.remove(call.parameters["name"]) else { throw missing(call) }
      return .noContent
    },
    Endpoint(.post, "/_mock/snapshots/{name}/restore", "restoreSnapshot", .open) { call in
      let image = try find(call)
      try call.world.restore(image)
      return .json(json(call.parameters["name"], image))
    }.slow(),
  ]

  private static func reset(_ call: Call) throws -> Response {
    try call.world.reset()
    call.world.forgetCalls()
    return .noContent
  }

  private static func take(_ call: Call) throws -> Response {
    let name = call.parameters["name"]
    guard Worlds.isName(name) else {
      throw Problem(
        .validation, "a snapshot's name is 1 to 64 letters, digits, dots, dashes and underscores", field: "name",
        value: name)
    }
    let image = try Snapshot(of: call.world)
    guard let isNew = call.world.snapshots.keep(image, as: name) else {
      throw Problem(.conflict, "a world has at most \(Snapshots.capacity) snapshots; delete some")
    }
    return .json(json(name, image), status: isNew ? 201 : 200)
  }

  private static func find(_ call: Call) throws(Problem) -> Snapshot {
    guard let image = call.world.snapshots[call.parameters["name"]] else { throw missing(call) }
    return image
  }

  private static func missing(_ call: Call) -> Problem {
    let name = call.parameters["name"]
    return Problem(.notFound, "there is no snapshot \"\(name.clipped(to: 64))\"", field: "name", value: name)
  }

  private static func json(_ name: String, _ image: Snapshot) -> JSONValue {
    ["name": .string(name), "takenAt": .string(image.takenAt.iso8601), "world": .string(image.world)]
  }
}
