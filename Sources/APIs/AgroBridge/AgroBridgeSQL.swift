import Store
import World

/// All SQL of AgroBridge's operations. Reads return JSON that SQLite wrote.
enum AgroBridgeSQL {
  // MARK: Accounts

  /// An account that may sign in.
  struct Usuario {
    let id: String
    let passwordHash: [UInt8]
    let rol: String
    /// The documented User object.
    let json: [UInt8]
  }

  static func usuario(_ connection: Connection, email: String) throws -> Usuario? {
    try usuario(connection, whereSQL: "email = ?", email)
  }

  static func usuario(_ connection: Connection, id: String) throws -> Usuario? {
    try usuario(connection, whereSQL: "id = ?", id)
  }

  private static func usuario(
    _ connection: Connection, whereSQL condition: String, _ value: String
  ) throws -> Usuario? {
    let row = try connection.row(
      "SELECT id, password_hash, rol, \(usuarioJSON) FROM agrobridge_usuario WHERE \(condition)", [.text(value)])
    guard let row, let id = row[0].text, let hash = row[1].blob, let rol = row[2].text, let json = row[3].text
    else { return nil }
    return Usuario(id: id, passwordHash: hash, rol: rol, json: Array(json.utf8))
  }

  private static let usuarioJSON = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("email", "email"), JSONExpression.text("rol", "rol"),
  ])

  // MARK: Dashboard

  /// The dashboard's numbers, counted (CONTRACT D1); a block of the type `certificacion` is a certified one.
  static func dashboard(_ connection: Connection) throws -> [UInt8]? {
    try connection.bytes("SELECT \(dashboardJSON)")
  }

  private static let dashboardJSON = JSONExpression.object([
    JSONExpression.integer("totalProductores", "(SELECT count(*) FROM agrobridge_productor)"),
    JSONExpression.integer(
      "lotesActivos", "(SELECT count(*) FROM agrobridge_lote WHERE estado = 'activo')"),
    JSONExpression.integer(
      "bloquesCertificados", "(SELECT count(*) FROM agrobridge_bloque WHERE tipo = 'certificacion')"),
    JSONExpression.text("estadoConexion", "'online'"),
  ])

  // MARK: Lotes

  static func lote(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(loteJSON) FROM agrobridge_lote WHERE id = ?", [.text(id)])
  }

  static func lotes(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try list(connection, table: AgroBridgeSchema.lote, json: loteJSON, filter)
  }

  static func insertLote(_ connection: Connection, _ lote: LoteInput, at seconds: Int64) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "lote", for: AgroBridgeSchema.lote, prefix: "lote_")
    return try connection.bytes(
      """
      INSERT INTO agrobridge_lote
        (number, id, nombre, ubicacion, tipo_cultivo, area_hectareas, estado, notas, productor_id,
         fecha_creacion)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING \(loteJSON)
      """,
      [
        .integer(number), .text("lote_\(number)"), .text(lote.nombre), .text(lote.ubicacion),
        .text(lote.tipoCultivo), .real(lote.areaHectareas), .text(lote.estado ?? "activo"), .text(lote.notas),
        lote.productor.value ?? .null, .integer(seconds),
      ])
  }

  static func updateLote(
    _ connection: Connection, id: String, _ lote: LoteInput, at seconds: Int64
  ) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE agrobridge_lote SET nombre = ?, ubicacion = ?, tipo_cultivo = ?, area_hectareas = ?, notas = ?,
        estado = coalesce(?, estado), productor_id = CASE WHEN ? THEN ? ELSE productor_id END,
        fecha_actualizacion = ?
      WHERE id = ? RETURNING \(loteJSON)
      """,
      [
        .text(lote.nombre), .text(lote.ubicacion), .text(lote.tipoCultivo), .real(lote.areaHectareas),
        .text(lote.notas), .text(lote.estado), .integer(lote.productor.isGiven ? 1 : 0),
        lote.productor.value ?? .null, .integer(seconds), .text(id),
      ])
  }

  static func deleteLote(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_lote WHERE id = ?", [.text(id)]) > 0
  }

  private static let loteJSON = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("ubicacion", "ubicacion"), JSONExpression.text("tipoCultivo", "tipo_cultivo"),
    JSONExpression.number("areaHectareas", "area_hectareas"), JSONExpression.text("estado", "estado"),
    JSONExpression.optionalText("notas", "notas"), JSONExpression.optionalText("productorId", "productor_id"),
    JSONExpression.date("fechaCreacion", "fecha_creacion"),
    JSONExpression.optionalDate("fechaActualizacion", "fecha_actualizacion"),
  ])

  // MARK: Productores

  static func productor(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(productorJSON) FROM agrobridge_productor WHERE id = ?", [.text(id)])
  }

  static func productores(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try list(connection, table: AgroBridgeSchema.productor, json: productorJSON, filter)
  }

  static func productorExists(_ connection: Connection, id: String) throws -> Bool {
    try connection.value("SELECT 1 FROM agrobridge_productor WHERE id = ?", [.text(id)]) != nil
  }

  /// The first of the fields whose value another producer has already.
  static func duplicateField(
    _ connection: Connection, _ productor: ProductorInput, except id: String?
  ) throws -> String? {
    let columns = [
      ("email", "email", productor.email),
      ("documentoIdentidad", "documento_identidad", productor.documentoIdentidad),
    ]
    for (field, column, value) in columns {
      guard let value else { continue }
      let other = try connection.value(
        "SELECT 1 FROM agrobridge_productor WHERE \(column) = ? AND id IS NOT ?", [.text(value), .text(id)])
      if other != nil { return field }
    }
    return nil
  }

  static func insertProductor(_ connection: Connection, _ productor: ProductorInput) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "prod", for: AgroBridgeSchema.productor, prefix: "prod_")
    return try connection.bytes(
      """
      INSERT INTO agrobridge_productor
        (number, id, nombre, email, telefono, direccion, documento_identidad, estado)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING \(productorJSON)
      """,
      [
        .integer(number), .text("prod_\(number)"), .text(productor.nombre), .text(productor.email),
        .text(productor.telefono), .text(productor.direccion), .text(productor.documentoIdentidad),
        .text(productor.estado ?? "activo"),
      ])
  }

  static func updateProductor(
    _ connection: Connection, id: String, _ productor: ProductorInput
  ) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE agrobridge_productor SET nombre = ?, email = ?, telefono = ?, direccion = ?,
        documento_identidad = ?, estado = coalesce(?, estado)
      WHERE id = ? RETURNING \(productorJSON)
      """,
      [
        .text(productor.nombre), .text(productor.email), .text(productor.telefono), .text(productor.direccion),
        .text(productor.documentoIdentidad), .text(productor.estado), .text(id),
      ])
  }

  static func deleteProductor(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_productor WHERE id = ?", [.text(id)]) > 0
  }

  private static let productorJSON = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("estado", "estado"), JSONExpression.optionalText("email", "email"),
    JSONExpression.optionalText("telefono", "telefono"), JSONExpression.optionalText("direccion", "direccion"),
    JSONExpression.optionalText("documentoIdentidad", "documento_identidad"),
    JSONExpression.integer(
      "totalLotes",
      "(SELECT count(*) FROM agrobridge_lote WHERE productor_id = agrobridge_productor.id)"),
  ])

  // MARK: Bloques

  static func bloque(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(bloqueJSON) FROM agrobridge_bloque WHERE id = ?", [.text(id)])
  }

  static func bloques(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try list(connection, table: AgroBridgeSchema.bloque, json: bloqueJSON, filter)
  }

  private static let bloqueJSON = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("hash", "hash"),
    JSONExpression.text("previousHash", "previous_hash"), JSONExpression.text("loteId", "lote_id"),
    JSONExpression.date("timestamp", "timestamp"),
    JSONExpression.json(
      "data",
      JSONExpression.object([
        JSONExpression.text("tipo", "tipo"), JSONExpression.text("descripcion", "descripcion"),
        JSONExpression.optionalJSON("metadata", "metadata"),
      ])),
  ])

  // MARK: Lists

  private static func list(
    _ connection: Connection, table: String, json: String, _ filter: ListFilter
  ) throws -> ListPage {
    let condition = filter.conditions.isEmpty ? "" : " WHERE " + filter.conditions.joined(separator: " AND ")
    let total =
      try connection.value("SELECT count(*) FROM \(table)\(condition)", filter.arguments)?.integer ?? 0
    let records = try connection.bytes(
      """
      SELECT '[' || coalesce(group_concat(record, ','), '') || ']' FROM
        (SELECT \(json) AS record FROM \(table)\(condition) ORDER BY number LIMIT ? OFFSET ?)
      """,
      filter.arguments + [
        .integer(Int64(filter.paging?.limit ?? -1)), .integer(Int64(filter.paging?.offset ?? 0)),
      ])
    return ListPage(records: records ?? Array("[]".utf8), total: Int(total))
  }
}
