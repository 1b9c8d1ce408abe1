import HTTPCore
import JSON
import World

/// Worlds for parallel tests.
package enum WorldEndpoints {
  private static let fields = ["id", "name", "from", "clock", "randomSeed"]

  /// Create, show and delete worlds.
  package static func all(_ worlds: @escaping @Sendable () -> Worlds?) -> [Endpoint] {
    @Sendable func registry() throws(Problem) -> Worlds {
      guard let worlds = worlds() else { throw Problem(.internalError, "the server is stopping") }
      return worlds
    }
    return [
      Endpoint(.get, "/_mock/worlds", "listWorlds", .open) { _ in
        let worlds = try registry()
        return .json(["worlds": .array(worlds.all.map { json($0, worlds) })])
      },
      Endpoint(.post, "/_mock/worlds", "createWorld", .open) { call in
        let worlds = try registry()
        let world = try create(try blueprint(call, worlds), worlds)
        var response = Response.json(json(world, worlds), status: 201)
        response.headers.append("Location", "/_mock/worlds/\(world.id)")
        return response
      }.slow(),
      Endpoint(.get, "/_mock/worlds/{id}", "getWorld", .open) { call in
        let worlds = try registry()
        return .json(json(try find(call.parameters["id"], worlds), worlds))
      },
      Endpoint(.delete, "/_mock/worlds/{id}", "deleteWorld", .open) { call in
        let worlds = try registry()
        let id = call.parameters["id"]
        if id == worlds.main.id { throw Problem(.conflict, "the default world cannot be deleted; reset it instead") }
        guard worlds.remove(id) else { throw missing(id, worlds) }
        return .noContent
      },
    ]
  }

  private static func create(_ blueprint: Worlds.Blueprint, _ worlds: Worlds) throws -> World {
    do {
      return try worlds.create(blueprint)
    } catch Worlds.Failure.tooMany(let limit) {
      throw Problem(.conflict, "there are \(limit) worlds already, as many as --max-worlds allows; delete some")
    } catch Worlds.Failure.nameTaken {
      throw Problem(.conflict, "there is a world of that name already", field: "id", value: blueprint.id)
    } catch Worlds.Failure.badName {
      let prefix = worlds.node.map { "; with --node, that includes its beginning \($0.prefix)" } ?? ""
      throw Problem(
        .validation, "id must be 1 to 64 letters, digits, dots, dashes and underscores\(prefix)", field: "id",
        value: blueprint.id)
    }
  }

  private static func blueprint(_ call: Call, _ worlds: Worlds) throws -> Worlds.Blueprint {
    let body = try ControlBody(call.request, known: fields)
    var blueprint = Worlds.Blueprint()
    blueprint.id = try body.text("id", upTo: 200)
    blueprint.name = try body.text("name")
    blueprint.snapshot = try body.text("from").flatMap { try snapshot($0, call.world, worlds) }
    blueprint.randomSeed = try body.integer("randomSeed", in: 0...Int.max).map(UInt64.init)
    guard let clock = body.value("clock") else { return blueprint }
    let change: ClockChange
    if clock.string != nil {
      change = try ClockChange(try ControlBody(JSONObject([("set", clock)]), known: ClockChange.fields))
    } else {
      change = try ClockChange(
        try ControlBody(try body.object("clock") ?? JSONObject(), known: ClockChange.fields))
    }
    blueprint.setClock = { change.apply(to: $0) }
    return blueprint
  }

  /// The snapshot that `from` names; nil for the data set.
  private static func snapshot(_ from: String, _ here: World, _ worlds: Worlds) throws -> Snapshot? {
    let parts = from.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("seed", 1): return nil
    case ("world", 2): return try Snapshot(of: try find(parts[1], worlds))
    case ("snapshot", 2):
      if let snapshot = here.snapshots[parts[1]] ?? worlds.main.snapshots[parts[1]] { return snapshot }
      throw Problem(.notFound, "there is no snapshot \"\(parts[1].clipped(to: 60))\"", field: "from", value: from)
    default:
      throw Problem(.validation, "from must be seed, snapshot:NAME or world:ID", field: "from", value: from)
    }
  }

  private static func find(_ id: String, _ worlds: Worlds) throws(Problem) -> World {
    guard let world = worlds[id] else { throw missing(id, worlds) }
    return world
  }

  /// The refusal of a call that names a missing world in its path, its query or its body.
  ///
  /// - Parameters:
  ///   - field: The name of the parameter or property.
  static func missing(_ id: String, _ worlds: Worlds, field: String = "id") -> Problem {
    let node = worlds.explanationOfOtherNode(id).map { ": \($0)" } ?? ""
    return Problem(.notFound, "there is no world \"\(id.clipped(to: 64))\"\(node)", field: field, value: id)
  }

  private static func json(_ world: World, _ worlds: Worlds) -> JSONValue {
    var members: JSONObject = [
      "id": .string(world.id), "basePath": .string(world.id == worlds.main.id ? "" : "/_w/\(world.id)"),
      "clock": ClockEndpoints.json(world.clock), "startedAt": .string(world.startedAt.iso8601),
      "requests": .number(JSONNumber(world.usage.requestCount)),
      "idleSeconds": .number(JSONNumber(Int(clamping: worlds.idleSeconds(world)))),
    ]
    if let name = world.name { members["name"] = .string(name) }
    return .object(members)
  }
}

/// The clock of a world.
package enum ClockEndpoints {
  /// Show and change the clock.
  ///
  /// - Parameters:
  ///   - report: Called for a simulation that failed when time passed, with its name.
  package static func all(report: @escaping @Sendable (String, any Error) -> Void) -> [Endpoint] {
    [
      Endpoint(.get, "/_mock/clock", "getClock", .open) { .json(json($0.world.clock)) },
      Endpoint(.put, "/_mock/clock", "setClock", .open) { call in
        let change = try ClockChange(try ControlBody(call.request, known: ClockChange.fields))
        // Before the clock goes back, everything that is due by its current time is run.
        if change.mayGoBack(call.world.clock) { call.world.settle(report: report) }
        change.apply(to: call.world.clock)
        // Everything that is due by the new time and has listeners is run before the response is sent.
        call.world.tick(report: report)
        return .json(json(call.world.clock))
      }.slow(),
    ]
  }

  static func json(_ clock: WorldClock) -> JSONValue {
    let status = clock.status
    return [
      "now": .string(status.now.iso8601), "frozen": .bool(status.isFrozen),
      "rate": JSONNumber(status.rate, omittingZeroFraction: true).map(JSONValue.number) ?? .null,
    ]
  }
}

/// The change of a clock by a control call.
struct ClockChange {
  static let fields = ["freeze", "set", "advance", "rate", "reset"]

  private let freeze: Bool?
  private let set: Timestamp?
  private let advance: Int64
  private let rate: Double?
  private let reset: Bool

  /// The allowed number of the world's seconds per real second.
  private static let rates: ClosedRange<Double> = 0.001...100_000

  /// - Throws: ``Problem`` for an invalid field.
  init(_ body: ControlBody) throws(Problem) {
    freeze = try body.boolean("freeze")
    set = try body.moment("set")
    advance = try body.duration("advance") ?? 0
    rate = try body.number("rate", in: Self.rates)
    reset = try body.boolean("reset") ?? false
  }

  /// Whether a clock may show an earlier time afterwards.
  func mayGoBack(_ clock: WorldClock) -> Bool { reset || set.map { $0 < clock.now } ?? false }

  /// Changes a clock, in this order: reset, rate, freeze, set, advance.
  func apply(to clock: WorldClock) {
    if reset { clock.reset() }
    if let rate { clock.run(rate: rate) }
    if let freeze { clock.freeze(freeze) }
    if let set { clock.set(set) }
    if advance > 0 { clock.advance(nanoseconds: advance) }
  }
}
