import Faults
import HTTPCore
import JSON
import Store
import World

/// A whole world as one JSON text: to read, to store beside a test, and to restore.
package enum StateEndpoints {
  private static let fields = ["version", "world", "clock", "chance", "tables"]
  private static let version = 1
  private static let maximumRows = 1_000_000

  /// The path of exports and imports.
  private static let path = "/_mock/state"
  /// The largest accepted state in bytes: a week of sensor readings alone has more than a megabyte.
  private static let maximumBodyBytes = 64 << 20

  /// Export and import.
  package static let all: [Endpoint] = [
    Endpoint(.get, path, "exportState", .open, answer: export).slow(),
    Endpoint(.put, path, "importState", .open, answer: replace)
      .taking(bodyBytes: maximumBodyBytes).slow(),
  ]

  private static func export(_ call: Call) throws -> Response {
    let world = call.world
    world.settle()
    try world.store.requireAllTables()
    // Written from a copy, which is quick to create, so that other calls can use the database meanwhile.
    let tables = try Store(copyOf: world.store).read { connection in
      try WorldTables.names(connection).map { name in
        (
          name,
          JSONValue.array(
            try WorldTables.rows(connection, name, where: JSONObject(), limit: maximumRows))
        )
      }
    }
    let (random, simulation) = world.chance
    return .json([
      "version": .number(JSONNumber(version)), "world": .string(world.id),
      "clock": ClockEndpoints.json(world.clock),
      // As text, because not every JSON parser supports 64-bit numbers.
      "chance": ["random": .string("\(random)"), "simulation": .string("\(simulation)")],
      "tables": .object(JSONObject(tables)),
    ])
  }

  private static func replace(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: fields)
    guard let tables = try body.object("tables") else {
      throw Problem(.validation, "tables must be an object of tables, each an array of rows", field: "tables")
    }
    guard try body.integer("version", in: version...version) ?? version == version else { return .noContent }
    let chance = try chance(try body.object("chance"))
    let clock = try ControlBody(try body.object("clock") ?? JSONObject(), known: ["now", "frozen", "rate"])
    let moment = try clock.moment("now")
    let isFrozen = try clock.boolean("frozen") ?? false
    call.world.settle()
    try call.world.store.requireAllTables()
    let content = try Store(copyOf: call.world.store)
    do {
      try content.transaction { try fill($0, tables) }
    } catch let error as StoreError where error.kind != .notStored {
      throw Problem(.validation, "the rows are invalid: \(error.description.clipped(to: 300))", field: "tables")
    }
    try call.world.replace(rows: content, chance: chance, frozenAt: isFrozen ? moment : nil)
    return .noContent
  }

  /// Replaces the rows of every named table. References between tables are checked at the end.
  private static func fill(_ connection: Connection, _ tables: JSONObject) throws {
    let names = try WorldTables.names(connection)
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    for table in tables.members {
      guard names.contains(table.key) else {
        throw Problem(
          .validation, "there is no table \"\(table.key.clipped(to: 60))\"", field: table.key.clipped(to: 60))
      }
      _ = try WorldTables.delete(connection, table.key, where: JSONObject())
    }
    for table in tables.members {
      guard let rows = table.value.array else {
        throw Problem(.validation, "\(table.key) must be an array of rows", field: table.key.clipped(to: 60))
      }
      let objects = try rows.map { row throws(Problem) in
        guard let row = row.object else {
          throw Problem(.validation, "each row of \(table.key) must be an object", field: table.key.clipped(to: 60))
        }
        return row
      }
      try WorldTables.insert(connection, table.key, objects)
    }
  }

  private static func chance(_ object: JSONObject?) throws(Problem) -> (random: UInt64, simulation: UInt64)? {
    guard let object else { return nil }
    let body = try ControlBody(object, known: ["random", "simulation"])
    guard let random = try body.text("random").flatMap(UInt64.init),
      let simulation = try body.text("simulation").flatMap(UInt64.init)
    else {
      throw Problem(.validation, "chance must have random and simulation as they were exported", field: "chance")
    }
    return (random, simulation)
  }
}

/// Named snapshots of a world, and its reset.
package enum SnapshotEndpoints {
  /// The endpoints.
  package static let all: [Endpoint] = [
    Endpoint(.post, "/_mock/reset", "reset", .open, answer: reset).slow(),
    Endpoint(.get, "/_mock/snapshots", "listSnapshots", .open) { call in
      .json(["snapshots": .array(call.world.snapshots.all.map { json($0.name, $0.snapshot) })])
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
      let snapshot = try find(call)
      try call.world.restore(snapshot)
      return .json(json(call.parameters["name"], snapshot))
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
    let snapshot = try Snapshot(of: call.world)
    guard let isNew = call.world.snapshots.keep(snapshot, as: name) else {
      throw Problem(.conflict, "a world has at most \(Snapshots.capacity) snapshots; delete some")
    }
    return .json(json(name, snapshot), status: isNew ? 201 : 200)
  }

  private static func find(_ call: Call) throws(Problem) -> Snapshot {
    guard let snapshot = call.world.snapshots[call.parameters["name"]] else { throw missing(call) }
    return snapshot
  }

  private static func missing(_ call: Call) -> Problem {
    let name = call.parameters["name"]
    return Problem(.notFound, "there is no snapshot \"\(name.clipped(to: 64))\"", field: "name", value: name)
  }

  private static func json(_ name: String, _ snapshot: Snapshot) -> JSONValue {
    ["name": .string(name), "takenAt": .string(snapshot.takenAt.iso8601), "world": .string(snapshot.world)]
  }
}
