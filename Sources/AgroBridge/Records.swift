import APISupport
import HTTPCore
import Records
import Store
import World

// The records of AgroBridge (limits: CONTRACT §3.4). To give them another member:
//
// 1. This file: a line with `.added()` at the end of its members. A member without `.added()` has been there since the
//    tables were first released, and databases that users keep have been made so.
// 2. `Seeds/agrobridge`: its values.
// 3. `openapi/agrobridge.yaml`: the member in the schemas of the record and of its input.

/// What clients can list.
enum Records {
  /// Producers.
  static let productores = Resource(
    "productores", kind: "productor", noun: "producer", table: "agrobridge_productor", idPrefix: "prod_",
    members: [
      .text("nombre", length: 2...100).searched(),
      .text("email", length: 5...254).optional().unique().searched().checked(EmailAddress.rule, EmailAddress.isValid),
      .text("telefono", length: 10...30).optional().checked(
        "must have from 10 to 15 digits, with spaces, +, -, . and brackets at will", isTelephone),
      .text("direccion", length: 0...200).optional().searched(),
      .text("documentoIdentidad", length: 1...50).optional().unique(),
      .choice("estado", of: ["activo", "inactivo", "suspendido"], initially: "activo").filter(),
      .computed(
        "totalLotes", "(SELECT count(*) FROM agrobridge_lote WHERE productor_id = agrobridge_productor.id)"),
    ])

  /// Plots of land. The documented request is without `productorId`, which shipped clients add.
  static let lotes = Resource(
    "lotes", kind: "lote", noun: "plot", table: "agrobridge_lote", idPrefix: "lote_",
    members: [
      .text("nombre", length: 2...100).searched(),
      .text("ubicacion", length: 2...200).searched(),
      .text("tipoCultivo", length: 2...100).filter(),
      .number("areaHectareas", in: 0.01...100_000),
      .choice("estado", of: ["activo", "inactivo", "en_preparacion", "en_cosecha"], initially: "activo").filter(),
      .text("notas", length: 0...2000).optional(),
      .reference("productorId", to: productores),
      .created("fechaCreacion"),
      .changed("fechaActualizacion"),
    ])

  /// The chain of blocks. It is append-only and its hashes verify, so clients can only read it and add to it
  /// (``BloqueEndpoints``).
  static let bloques = Resource(
    "bloques", kind: "bloque", noun: "block", table: "agrobridge_bloque", idPrefix: "bloque_",
    members: [
      .text("hash"), .text("previousHash"), .text("loteId").searched().filter(), .moment("timestamp"),
      .object("data", [.text("tipo").filter(), .text("descripcion").searched(), .plainObject("metadata")]),
    ])

  private static func isTelephone(_ text: String) -> Bool {
    let digits = text.filter { $0.isASCII && $0.isNumber }.count
    return (10...15).contains(digits) && text.allSatisfy { ($0.isASCII && $0.isNumber) || "+-. ()".contains($0) }
  }
}

extension ResourceConventions {
  /// Clients ask again each time (`no-cache`), so that they see their own writes.
  static let agroBridge = ResourceConventions(
    api: AgroBridge.identifier, base: AgroBridge.base, cacheControl: "private, no-cache", pageLimits: (20, 100),
    requireWriter: requireWriter, envelope: envelope)

  /// Every role may write but the buyer's, who only reads (CONTRACT §3.3).
  @Sendable private static func requireWriter(_ call: Call) throws(Problem) {
    let rol = call.principal?.claims["rol"]?.string ?? ""
    guard rol != "comprador", rol != "buyer" else {
      throw Problem(.forbidden, "the role \"\(rol)\" may read but not write", field: "rol", value: rol)
    }
  }

  /// The documented list body; `page` and `totalPages` only when paging was asked for (CONTRACT C9).
  @Sendable private static func envelope(_ page: RecordPage, _ name: String) -> [UInt8] {
    var body = Array("{\"\(name)\":".utf8)
    body.append(contentsOf: page.records)
    if let request = page.request { body.append(contentsOf: ",\"page\":\(request.page)".utf8) }
    body.append(contentsOf: ",\"total\":\(page.total)".utf8)
    if let request = page.request {
      body.append(contentsOf: ",\"totalPages\":\(request.pageCount(total: page.total))".utf8)
    }
    body.append(UInt8(ascii: "}"))
    return body
  }
}

/// The numbers of the start page.
enum DashboardEndpoint {
  static let all = [
    Endpoint(.get, "\(AgroBridge.base)/dashboard/stats", "getDashboardStats", .bearer, answer: stats)
  ]

  private static func stats(_ call: Call) throws -> Response {
    let response = try ResourceConventions.agroBridge.answer(call, key: "agrobridge/dashboard") {
      try $0.bytes("SELECT \(json)")
    }
    return response ?? .noContent
  }

  /// Counted (CONTRACT D1); a block of the type `certificacion` is a certified one.
  private static let json = JSONExpression.object([
    JSONExpression.integer("totalProductores", "(SELECT count(*) FROM agrobridge_productor)"),
    JSONExpression.integer("lotesActivos", "(SELECT count(*) FROM agrobridge_lote WHERE estado = 'activo')"),
    JSONExpression.integer(
      "bloquesCertificados", "(SELECT count(*) FROM agrobridge_bloque WHERE tipo = 'certificacion')"),
    JSONExpression.text(
      "estadoConexion", "coalesce((SELECT estado FROM agrobridge_conexion ORDER BY number LIMIT 1), 'online')"),
  ])

  /// The state of the connection: one row, which tests change.
  static let connection = [
    SchemaStep(
      "agrobridge/3-connection",
      sql: """
        CREATE TABLE agrobridge_conexion (number INTEGER PRIMARY KEY, estado TEXT NOT NULL) STRICT;
        INSERT INTO agrobridge_conexion (number, estado) VALUES (1, 'online');
        """),
    SchemaStep("agrobridge/4-connection-rules", rules: [.number("agrobridge_conexion")]),
  ]
}
