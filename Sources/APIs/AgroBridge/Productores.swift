import HTTPCore
import Store
import World

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
    let nombre = fields.text("nombre", length: 2...100)
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
    guard let nombre else { throw Problem(.internalError, "a field passed its check without a value") }
    self.nombre = nombre
  }

  private static func isTelephone(_ text: String) -> Bool {
    let digits = text.filter { $0.isASCII && $0.isNumber }.count
    return (10...15).contains(digits) && text.allSatisfy { ($0.isASCII && $0.isNumber) || "+-. ()".contains($0) }
  }
}

/// Producers.
enum ProductorEndpoints {
  private static let path = "\(AgroBridge.base)/productores"
  /// `totalLotes` is counted, so a producer's content depends on the plots too.
  private static let readFrom = [AgroBridgeSchema.productor, AgroBridgeSchema.lote]

  static let all = [
    Endpoint(.get, path, "listProductores", .bearer, answer: list),
    Endpoint(.post, path, "createProductor", .bearer, answer: create),
    Endpoint(.get, "\(path)/{id}", "getProductor", .bearer, answer: get),
    Endpoint(.put, "\(path)/{id}", "updateProductor", .bearer, answer: update),
    Endpoint(.delete, "\(path)/{id}", "deleteProductor", .bearer, answer: delete),
  ]

  private static func list(_ call: Call) throws -> Response {
    try Reading.list(call, name: "productores", tables: readFrom) { query in
      var filter = try ListFilter(query)
      filter.search(query["search"], in: ["nombre", "coalesce(email, '')", "coalesce(direccion, '')"])
      try filter.choose("estado", in: query, of: ProductorInput.estados, column: "estado")
      return filter
    } read: {
      try AgroBridgeSQL.productores($0, $1)
    }
  }

  private static func get(_ call: Call) throws -> Response {
    try Reading.record(call, kind: "productor", tables: readFrom) {
      try AgroBridgeSQL.productor($0, id: $1)
    }
  }

  private static func create(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let input = try ProductorInput(call.request)
    let record = try call.world.store.transaction([AgroBridgeSchema.productor]) { connection in
      try refuseDuplicate(connection, input, except: nil)
      return try AgroBridgeSQL.insertProductor(connection, input)
    }
    return try Reading.created(call, record)
  }

  private static func update(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let id = call.parameters["id"]
    let input = try ProductorInput(call.request)
    let record = try call.world.store.transaction([AgroBridgeSchema.productor]) { connection in
      try refuseDuplicate(connection, input, except: id)
      return try AgroBridgeSQL.updateProductor(connection, id: id, input)
    }
    guard let record else { throw Reading.missing("productor", id) }
    return .json(record)
  }

  /// The producer's plots stay, without a producer.
  private static func delete(_ call: Call) throws -> Response {
    try Writing.allow(call)
    let id = call.parameters["id"]
    guard try call.world.store.write(readFrom, { try AgroBridgeSQL.deleteProductor($0, id: id) }) else {
      throw Reading.missing("productor", id)
    }
    return .noContent
  }

  private static func refuseDuplicate(
    _ connection: Connection, _ input: ProductorInput, except id: String?
  ) throws {
    guard let field = try AgroBridgeSQL.duplicateField(connection, input, except: id) else { return }
    throw Problem(.conflict, "another producer has this \(field)", field: field)
  }
}
