import HTTPCore
import Store
import World

// Plots of land, from the request to the table. To give them another column:
//
// 1. `Schema.steps`: add a step with `ALTER TABLE agrobridge_lote ADD COLUMN …`. The steps before it stay as
//    they are, since databases that users keep have run them already.
// 2. This file: `LoteInput` reads and checks the field in requests; in `LoteTable`, `seeding` takes it from seed files,
//    `insert` and `update` store it, and `json` writes it into answers.
// 3. `Seeds/agrobridge`: its values in the `lotes.json` of each dataset.
// 4. `openapi/agrobridge.yaml`: the field in the schemas `Lote` and `LoteInput`.

/// Plots of land.
enum LoteEndpoints {
  private static let path = "\(AgroBridge.base)/lotes"
  /// A producer's number of plots changes with the plots.

  static let all = [
    Endpoint(.get, path, "listLotes", .bearer, answer: list),
    Endpoint(.post, path, "createLote", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getLote", .bearer, answer: get),
    Endpoint(.put, "\(path)/{id}", "updateLote", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteLote", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    try Answers.list(call, name: "lotes") { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["nombre", "ubicacion"])
      filter.match(query["tipoCultivo"], column: "tipo_cultivo")
      try filter.choose("estado", in: query, of: LoteInput.estados, column: "estado")
      return filter
    } read: {
      try LoteTable.page($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Answers.record(call, kind: "lote") {
      try LoteTable.record($0, id: $1)
    }
  }

  private static func create(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let input = try LoteInput(call.request)
    let seconds = call.world.clock.now.seconds
    let record = try call.world.store.transaction { connection in
      try requireProductor(connection, input)
      return try LoteTable.insert(connection, input, at: seconds)
    }
    return try Answers.created(call, record)
  }

  private static func update(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let id = call.parameters["id"]
    let input = try LoteInput(call.request)
    let seconds = call.world.clock.now.seconds
    let record = try call.world.store.transaction { connection in
      try requireProductor(connection, input)
      return try LoteTable.update(connection, id: id, input, at: seconds)
    }
    guard let record else { throw Answers.missing("lote", id) }
    return .json(record)
  }

  private static func delete(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let id = call.parameters["id"]
    guard try call.world.store.write({ try LoteTable.delete($0, id: id) }) else {
      throw Answers.missing("lote", id)
    }
    return .noContent
  }

  private static func requireProductor(_ connection: Connection, _ input: LoteInput) throws {
    guard let id = input.productor.id else { return }
    guard try ProductorTable.contains(connection, id: id) else {
      throw Problem(.validation, "productorId names no producer", field: "productorId", value: id)
    }
  }
}

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
    nombre = fields.text("nombre", length: 2...100)
    ubicacion = fields.text("ubicacion", length: 2...200)
    tipoCultivo = fields.text("tipoCultivo", length: 2...100)
    areaHectareas = fields.number("areaHectareas", in: 0.01...100_000)
    notas = fields.optionalText("notas", length: 0...2000)
    estado = fields.optionalChoice("estado", of: Self.estados)
    productor = Reference(
      isGiven: object["productorId"] != nil, id: fields.optionalText("productorId", length: 1...100))
    try fields.finish()
  }
}

/// The rows of plots.
enum LoteTable {
  /// The table's name, for versions of what is made from it.
  static let name = "agrobridge_lote"

  static let creation = """
    CREATE TABLE agrobridge_lote (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      nombre TEXT NOT NULL,
      ubicacion TEXT NOT NULL,
      tipo_cultivo TEXT NOT NULL,
      area_hectareas REAL NOT NULL,
      estado TEXT NOT NULL,
      notas TEXT,
      productor_id TEXT REFERENCES agrobridge_productor (id) ON DELETE SET NULL,
      fecha_creacion INTEGER NOT NULL,
      fecha_actualizacion INTEGER
    ) STRICT;
    CREATE INDEX agrobridge_lote_productor ON agrobridge_lote (productor_id) WHERE productor_id IS NOT NULL;
    """

  static let seeding = """
    INSERT INTO agrobridge_lote
      (number, id, nombre, ubicacion, tipo_cultivo, area_hectareas, estado, notas, productor_id,
       fecha_creacion, fecha_actualizacion)
    SELECT key + 1, value ->> 'id', value ->> 'nombre', value ->> 'ubicacion', value ->> 'tipoCultivo',
      value ->> 'areaHectareas', value ->> 'estado', value ->> 'notas', value ->> 'productorId',
      CAST(strftime('%s', value ->> 'fechaCreacion') AS INTEGER),
      CAST(strftime('%s', value ->> 'fechaActualizacion') AS INTEGER)
    FROM json_each(?)
    """

  static func record(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(json) FROM agrobridge_lote WHERE id = ?", [.text(id)])
  }

  static func page(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try ListPage.read(connection, table: name, json: json, filter)
  }

  static func insert(_ connection: Connection, _ lote: LoteInput, at seconds: Int64) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "lote", for: name, prefix: "lote_")
    return try connection.bytes(
      """
      INSERT INTO agrobridge_lote
        (number, id, nombre, ubicacion, tipo_cultivo, area_hectareas, estado, notas, productor_id,
         fecha_creacion)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING \(json)
      """,
      [
        .integer(number), .text("lote_\(number)"), .text(lote.nombre), .text(lote.ubicacion),
        .text(lote.tipoCultivo), .real(lote.areaHectareas), .text(lote.estado ?? "activo"), .text(lote.notas),
        lote.productor.value ?? .null, .integer(seconds),
      ])
  }

  static func update(
    _ connection: Connection, id: String, _ lote: LoteInput, at seconds: Int64
  ) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE agrobridge_lote SET nombre = ?, ubicacion = ?, tipo_cultivo = ?, area_hectareas = ?, notas = ?,
        estado = coalesce(?, estado), productor_id = CASE WHEN ? THEN ? ELSE productor_id END,
        fecha_actualizacion = ?
      WHERE id = ? RETURNING \(json)
      """,
      [
        .text(lote.nombre), .text(lote.ubicacion), .text(lote.tipoCultivo), .real(lote.areaHectareas),
        .text(lote.notas), .text(lote.estado), .integer(lote.productor.isGiven ? 1 : 0),
        lote.productor.value ?? .null, .integer(seconds), .text(id),
      ])
  }

  static func delete(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_lote WHERE id = ?", [.text(id)]) > 0
  }

  private static let json = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("ubicacion", "ubicacion"), JSONExpression.text("tipoCultivo", "tipo_cultivo"),
    JSONExpression.number("areaHectareas", "area_hectareas"), JSONExpression.text("estado", "estado"),
    JSONExpression.optionalText("notas", "notas"), JSONExpression.optionalText("productorId", "productor_id"),
    JSONExpression.date("fechaCreacion", "fecha_creacion"),
    JSONExpression.optionalDate("fechaActualizacion", "fecha_actualizacion"),
  ])
}
