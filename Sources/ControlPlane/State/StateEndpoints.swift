import Faults
import HTTPCore
import JSON
import Store
import World

/// A whole world as one JSON text: to look at, to keep beside a test, and to put back.
package enum StateEndpoints {
  private static let fields = ["version", "world", "clock", "chance", "tables"]
  private static let version = 1
  private static let maximumRows = 1_000_000

  /// Where states come and go.
  private static let path = "/_mock/state"
  /// The largest state that is taken, in bytes: a week of sensor readings alone has more than a megabyte.
  private static let maximumBodyBytes = 64 << 20

  /// Exports and imports.
  package static let all: [Endpoint] = [
    Endpoint(.get, path, "exportState", .open, answer: export).slow(),
    Endpoint(.put, path, "importState", .open, answer: replace)
      .taking(bodyBytes: maximumBodyBytes).slow(),
  ]

  private static func export(_ call: Call) throws -> Response {
    let world = call.world
    world.settle()
    // From a copy, which is quick to make: others need the database while this is written.
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
      // As text, since not every reader of JSON takes numbers of 64 bits.
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
    let content = try Store(copyOf: call.world.store)
    do {
      try content.transaction([]) { try fill($0, tables) }
    } catch let error as StoreError where error.kind != .notStored {
      throw Problem(.validation, "the rows don't fit: \(error.description.clipped(to: 300))", field: "tables")
    }
    try call.world.replace(rows: content, chance: chance, frozenAt: isFrozen ? moment : nil)
    return .noContent
  }

  /// Empties every table that is named, and fills it. References between tables count when all is done.
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
      throw Problem(.validation, "chance must hold random and simulation as they were exported", field: "chance")
    }
    return (random, simulation)
  }
}
