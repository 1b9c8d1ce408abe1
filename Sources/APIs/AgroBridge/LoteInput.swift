import HTTPCore
import Store

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
