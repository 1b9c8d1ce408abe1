import HTTPCore

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
