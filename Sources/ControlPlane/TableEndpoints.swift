import Faults
import HTTPCore
import JSON
import Store
import World

/// Direct edits of rows. The rules of the APIs do not apply, only those of the tables.
package enum TableEndpoints {
  private static let path = "/_mock/data"
  private static let defaultLimit = 100
  private static let maximumLimit = 10_000
  /// The most rows that one request adds: other calls wait for the database meanwhile.
  private static let maximumRows = 10_000

  /// Loads the rows of a table that are loaded when somebody asks for them.
  package typealias RowLoader = @Sendable (_ table: String, World) throws -> Void

  /// The endpoints.
  package static func all(loadRows: @escaping RowLoader) -> [Endpoint] {
    [
      Endpoint(.get, path, "listTables", .open) { try listTables($0, loadRows) }.slow(),
      Endpoint(.get, "\(path)/{table}", "listRows", .open) { try list($0, loadRows) }.slow(),
      Endpoint(.post, "\(path)/{table}", "addRows", .open) { try add($0, loadRows) }.slow(),
      Endpoint(.patch, "\(path)/{table}", "changeRows", .open) { try change($0, loadRows) }.slow(),
      Endpoint(.delete, "\(path)/{table}", "deleteRows", .open) { try delete($0, loadRows) }.slow(),
    ]
  }

  private static func listTables(_ call: Call, _ loadRows: RowLoader) throws -> Response {
    call.world.settle()
    try call.world.store.requireAllTables()
    for name in try call.world.store.read({ try WorldTables.names($0) }) { try loadRows(name, call.world) }
    let tables = try call.world.store.read { connection in
      try WorldTables.names(connection).map { name -> JSONValue in
        [
          "name": .string(name),
          "rows": .number(JSONNumber(try WorldTables.count(connection, name, where: JSONObject()))),
          "columns": .array(try WorldTables.columns(connection, name).map { .string($0.name) }),
        ]
      }
    }
    return .json(["tables": .array(tables)])
  }

  private static func list(_ call: Call, _ loadRows: RowLoader) throws -> Response {
    let query = try call.request.query()
    var filter = JSONObject()
    var (limit, offset) = (defaultLimit, 0)
    for parameter in query.parameters {
      switch parameter.name {
      case "_limit": limit = try number(parameter, in: 0...maximumLimit)
      case "_offset": offset = try number(parameter, in: 0...Int.max / 2)
      default:
        filter[parameter.name] = JSONNumber(literal: parameter.value).map(JSONValue.number) ?? .string(parameter.value)
      }
    }
    call.world.settle()
    try require(call, loadRows)
    let (rows, total) = try call.world.store.read { connection in
      let table = try table(call, connection)
      return (
        try WorldTables.rows(connection, table, where: filter, limit: limit, offset: offset),
        try WorldTables.count(connection, table, where: filter)
      )
    }
    return .json(["rows": .array(rows), "total": .number(JSONNumber(total))])
  }

  private static func add(_ call: Call, _ loadRows: RowLoader) throws -> Response {
    let rows: [JSONObject]
    switch try call.request.json() {
    case .object(let row): rows = [row]
    case .array(let values):
      rows = try values.map { value throws(Problem) in
        guard let row = value.object else { throw Problem(.validation, "each row must be an object", field: "body") }
        return row
      }
    default: throw Problem(.validation, "the body must be a row or an array of rows", field: "body")
    }
    guard rows.count <= maximumRows else {
      throw Problem(.validation, "a request may add \(maximumRows) rows, not \(rows.count)", field: "body")
    }
    try write(call, loadRows) { connection, table in
      try WorldTables.insert(connection, table, rows)
    }
    return .json(["added": .number(JSONNumber(rows.count))], status: 201)
  }

  private static func change(_ call: Call, _ loadRows: RowLoader) throws -> Response {
    let body = try ControlBody(call.request, known: ["where", "set"])
    guard let changes = try body.object("set"), !changes.isEmpty else {
      throw Problem(.validation, "set must be an object of columns and values", field: "set")
    }
    let filter = try body.object("where") ?? JSONObject()
    let count = try write(call, loadRows) { try WorldTables.update($0, $1, where: filter, set: changes) }
    return .json(["changed": .number(JSONNumber(count))])
  }

  private static func delete(_ call: Call, _ loadRows: RowLoader) throws -> Response {
    let body = try ControlBody(call.request, known: ["where"])
    let filter = try body.object("where") ?? JSONObject()
    let count = try write(call, loadRows) { try WorldTables.delete($0, $1, where: filter) }
    return .json(["deleted": .number(JSONNumber(count))])
  }

  private static func write<Outcome>(
    _ call: Call, _ loadRows: RowLoader, _ body: (Connection, String) throws -> Outcome
  ) throws -> Outcome {
    let name = call.parameters["table"]
    do {
      try require(call, loadRows)
      return try call.world.edit { try body($0, try table(call, $0)) }
    } catch let error as StoreError where error.kind != .notStored {
      throw Problem(
        .conflict, "the table refuses it: \(error.description.clipped(to: 300))", field: "table", value: name)
    }
  }

  /// Sees to it that the table of a call is there, with the rows that it has from the beginning.
  private static func require(_ call: Call, _ loadRows: RowLoader) throws {
    let name = call.parameters["table"]
    try call.world.store.require(table: name)
    try loadRows(name, call.world)
  }

  private static func table(_ call: Call, _ connection: Connection) throws -> String {
    let name = call.parameters["table"]
    var names = try WorldTables.names(connection)
    if names.contains(name) { return name }
    names += call.world.store.namesOfMissingTables
    let hint = KnownNames(names).nearest(to: name).map { "; did you mean \"\($0)\"?" } ?? "; GET \(path) lists them"
    throw Problem(.notFound, "there is no table \"\(name.clipped(to: 60))\"\(hint)", field: "table", value: name)
  }

  private static func number(
    _ parameter: QueryParameters.Parameter, in range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let number = Int(parameter.value), range.contains(number) else {
      throw Problem(
        .invalidParameter, "\(parameter.name) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        field: parameter.name, value: parameter.value)
    }
    return number
  }
}
