import HTTPCore
import Store
import World

/// Plots of land.
enum LoteEndpoints {
  private static let path = "\(AgroBridge.base)/lotes"
  /// A producer's number of plots changes with the plots.
  private static let changed = [AgroBridgeSchema.lote]

  static let all = [
    Endpoint(.get, path, "listLotes", .bearer, answer: list),
    Endpoint(.post, path, "createLote", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getLote", .bearer, answer: get),
    Endpoint(.put, "\(path)/{id}", "updateLote", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteLote", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    try Reading.list(call, name: "lotes", tables: [AgroBridgeSchema.lote]) { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["nombre", "ubicacion"])
      filter.match(query["tipoCultivo"], column: "tipo_cultivo")
      try filter.choose("estado", in: query, of: LoteInput.estados, column: "estado")
      return filter
    } read: {
      try AgroBridgeSQL.lotes($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Reading.record(call, kind: "lote", tables: [AgroBridgeSchema.lote]) {
      try AgroBridgeSQL.lote($0, id: $1)
    }
  }

  private static func create(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let input = try LoteInput(call.request)
    let seconds = call.world.clock.now.seconds
    let record = try call.world.store.transaction(changed) { connection in
      try requireProductor(connection, input)
      return try AgroBridgeSQL.insertLote(connection, input, at: seconds)
    }
    return try Reading.created(call, record)
  }

  private static func update(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let id = call.parameters["id"]
    let input = try LoteInput(call.request)
    let seconds = call.world.clock.now.seconds
    let record = try call.world.store.transaction(changed) { connection in
      try requireProductor(connection, input)
      return try AgroBridgeSQL.updateLote(connection, id: id, input, at: seconds)
    }
    guard let record else { throw Reading.missing("lote", id) }
    return .json(record)
  }

  private static func delete(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let id = call.parameters["id"]
    guard try call.world.store.write(changed, { try AgroBridgeSQL.deleteLote($0, id: id) }) else {
      throw Reading.missing("lote", id)
    }
    return .noContent
  }

  private static func requireProductor(_ connection: Connection, _ input: LoteInput) throws {
    guard let id = input.productor.id else { return }
    guard try AgroBridgeSQL.productorExists(connection, id: id) else {
      throw Problem(.validation, "productorId names no producer", field: "productorId", value: id)
    }
  }
}
