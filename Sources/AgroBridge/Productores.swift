import APISupport
import HTTPCore
import Store
import World

/// Producers.
enum ProductorEndpoints {
  private static let path = "\(AgroBridge.base)/productores"
  /// `totalLotes` is counted, so a producer's content depends on the plots too.

  static let all = [
    Endpoint(.get, path, "listProductores", .bearer, answer: list),
    Endpoint(.post, path, "createProductor", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getProductor", .bearer, answer: get),
    Endpoint(.put, "\(path)/{id}", "updateProductor", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteProductor", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    try Answers.list(call, name: "productores") { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["nombre", "coalesce(email, '')", "coalesce(direccion, '')"])
      try filter.choose("estado", in: query, of: ProductorInput.estados, column: "estado")
      return filter
    } read: {
      try ProductorTable.page($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Answers.record(call, kind: "productor") {
      try ProductorTable.record($0, id: $1)
    }
  }

  private static func create(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let input = try ProductorInput(call.request)
    let record = try call.world.store.transaction { connection in
      try refuseDuplicate(connection, input, except: nil)
      return try ProductorTable.insert(connection, input)
    }
    return try Answers.created(call, record)
  }

  private static func update(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let id = call.parameters["id"]
    let input = try ProductorInput(call.request)
    let record = try call.world.store.transaction { connection in
      try refuseDuplicate(connection, input, except: id)
      return try ProductorTable.update(connection, id: id, input)
    }
    guard let record else { throw Answers.missing("productor", id) }
    return .json(record)
  }

  /// The producer's plots stay, without a producer.
  private static func delete(_ call: Call) throws -> Response {
    try Roles.requireWriter(call)
    let id = call.parameters["id"]
    guard try call.world.store.write({ try ProductorTable.delete($0, id: id) }) else {
      throw Answers.missing("productor", id)
    }
    return .noContent
  }

  private static func refuseDuplicate(
    _ connection: Connection, _ input: ProductorInput, except id: String?
  ) throws {
    guard let field = try ProductorTable.duplicateField(connection, input, except: id) else { return }
    throw Problem(.conflict, "another producer has this \(field)", field: field)
  }
}

/// The fields of a producer that a client may send.
struct ProductorInput {
  let nombre: String
  let email: String?
  let telefono: String?
  let direccion: String?
  let documentoIdentidad: String?
  /// Absent means `activo` for a new producer, unchanged for a known one.
  let estado: String?

  static let estados = ["activo", "inactivo", "suspendido"]

  /// Reads and checks the fields (limits: CONTRACT §3.4).
  ///
  /// - Throws: ``Problem`` of kind `malformedBody` or `validation`.
  init(_ request: Request) throws(Problem) {
    var fields = FieldReader(try request.jsonObject())
    nombre = fields.text("nombre", length: 2...100)
    email = fields.optionalText("email", length: 5...254)
    telefono = fields.optionalText("telefono", length: 10...30)
    direccion = fields.optionalText("direccion", length: 0...200)
    documentoIdentidad = fields.optionalText("documentoIdentidad", length: 1...50)
    estado = fields.optionalChoice("estado", of: Self.estados)
    if let email, !EmailAddress.isValid(email) {
      fields.reject("email", EmailAddress.rule)
    }
    if let telefono, !Self.isTelephone(telefono) {
      fields.reject("telefono", "must have from 10 to 15 digits, with spaces, +, -, . and brackets at will")
    }
    try fields.finish()
  }

  private static func isTelephone(_ text: String) -> Bool {
    let digits = text.filter { $0.isASCII && $0.isNumber }.count
    return (10...15).contains(digits) && text.allSatisfy { ($0.isASCII && $0.isNumber) || "+-. ()".contains($0) }
  }
}

/// The rows of producers.
enum ProductorTable {
  /// The table's name, for versions of what is made from it.
  static let name = "agrobridge_productor"

  static let creation = """
    CREATE TABLE agrobridge_productor (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      nombre TEXT NOT NULL,
      email TEXT UNIQUE COLLATE NOCASE,
      telefono TEXT,
      direccion TEXT,
      documento_identidad TEXT UNIQUE COLLATE NOCASE,
      estado TEXT NOT NULL
    ) STRICT;
    """

  static let seeding = """
    INSERT INTO agrobridge_productor
      (number, id, nombre, email, telefono, direccion, documento_identidad, estado)
    SELECT key + 1, value ->> 'id', value ->> 'nombre', value ->> 'email', value ->> 'telefono',
      value ->> 'direccion', value ->> 'documentoIdentidad', value ->> 'estado'
    FROM json_each(?)
    """

  static func record(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.bytes("SELECT \(json) FROM agrobridge_productor WHERE id = ?", [.text(id)])
  }

  static func page(_ connection: Connection, _ filter: ListFilter) throws -> ListPage {
    try ListPage.read(connection, table: name, json: json, filter)
  }

  static func contains(_ connection: Connection, id: String) throws -> Bool {
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

  static func insert(_ connection: Connection, _ productor: ProductorInput) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "prod", for: name, prefix: "prod_")
    return try connection.bytes(
      """
      INSERT INTO agrobridge_productor
        (number, id, nombre, email, telefono, direccion, documento_identidad, estado)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING \(json)
      """,
      [
        .integer(number), .text("prod_\(number)"), .text(productor.nombre), .text(productor.email),
        .text(productor.telefono), .text(productor.direccion), .text(productor.documentoIdentidad),
        .text(productor.estado ?? "activo"),
      ])
  }

  static func update(
    _ connection: Connection, id: String, _ productor: ProductorInput
  ) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE agrobridge_productor SET nombre = ?, email = ?, telefono = ?, direccion = ?,
        documento_identidad = ?, estado = coalesce(?, estado)
      WHERE id = ? RETURNING \(json)
      """,
      [
        .text(productor.nombre), .text(productor.email), .text(productor.telefono), .text(productor.direccion),
        .text(productor.documentoIdentidad), .text(productor.estado), .text(id),
      ])
  }

  static func delete(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_productor WHERE id = ?", [.text(id)]) > 0
  }

  private static let json = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("estado", "estado"), JSONExpression.optionalText("email", "email"),
    JSONExpression.optionalText("telefono", "telefono"), JSONExpression.optionalText("direccion", "direccion"),
    JSONExpression.optionalText("documentoIdentidad", "documento_identidad"),
    JSONExpression.integer(
      "totalLotes",
      "(SELECT count(*) FROM agrobridge_lote WHERE productor_id = agrobridge_productor.id)"),
  ])
}
