import HTTPCore
import Store
import World

/// The documented CreateLoteRequest, and what shipped clients add to it.
struct LoteInput {
  /// A field that may be left out, set, or cleared with null.
  struct Reference {
    /// Whether the field was in the request at all.
    let isGiven: Bool
    let id: String?

    var value: SQLValue? { id.map(SQLValue.text) }
  }

  let nombre: String
  let ubicacion: String
  let tipoCultivo: String
  let areaHectareas: Double
  /// Absent means none, in updates too: the request replaces the record (CONTRACT C10).
  let notas: String?
  /// Absent means `activo` for a new plot, unchanged for a known one.
  let estado: String?
  /// Not in the documented request, so absent means unchanged.
  let productor: Reference

  static let estados = ["activo", "inactivo", "en_preparacion", "en_cosecha"]

  /// Reads and checks the fields (limits: CONTRACT §3.4).
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`.
  init(_ request: Request) throws(Problem) {
    let object = try request.jsonObject()
    var fields = FieldReader(object)
    let nombre = fields.text("nombre", length: 2...100)
    let ubicacion = fields.text("ubicacion", length: 2...200)
    let tipoCultivo = fields.text("tipoCultivo", length: 2...100)
    let area = fields.number("areaHectareas", in: 0.01...100_000)
    notas = fields.optionalText("notas", length: 0...2000)
    estado = fields.optionalChoice("estado", of: Self.estados)
    productor = Reference(
      isGiven: object["productorId"] != nil, id: fields.optionalText("productorId", length: 1...100))
    try fields.finish()
    guard let nombre, let ubicacion, let tipoCultivo, let area else {
      throw Problem(.internalError, "a field passed its check without a value")
    }
    (self.nombre, self.ubicacion, self.tipoCultivo, areaHectareas) = (nombre, ubicacion, tipoCultivo, area)
  }
}

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
