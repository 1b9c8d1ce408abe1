import Foundation
import ServerTestSupport
import Testing
import World

/// The document's examples, to the letter.
@Suite("A documented example")
struct DocumentedExampleTests {
  @Test("of a record is what the server answers", arguments: [Dataset.demo, .minimal], ["lote_1", "lote_2"])
  func record(dataset: Dataset, id: String) throws {
    let server = try TestServer { $0.dataset = dataset }
    let response = try server.send("GET", "/v1/lotes/\(id)", token: try server.signIn())
    #expect(try Self.object(response.text) == Self.object(try #require(Self.records[id])))
  }

  @Test("of the list is what the minimal data set answers")
  func list() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let response = try server.send("GET", "/v1/lotes", token: try server.signIn())
    let records = ["lote_1", "lote_2"].compactMap { Self.records[$0] }.joined(separator: ",")
    #expect(try Self.object(response.text) == Self.object(#"{"lotes":[\#(records)],"total":2}"#))
  }

  @Test("of a creation is what the minimal data set answers at that moment")
  func creation() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let response = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote)
    #expect(response.status == 201)
    let expected = """
      {"id":"lote_3","nombre":"Lote Nuevo","ubicacion":"Zona Norte","tipoCultivo":"Café",
      "areaHectareas":10.0,"estado":"activo","notas":"Lote experimental",
      "fechaCreacion":"2024-11-28T14:00:00Z"}
      """
    #expect(try Self.object(response.text) == Self.object(expected))
    #expect(try server.send("GET", "/v1/lotes", token: token).total == 3)
  }

  @Test("of an update is what the server answers at that moment")
  func update() throws {
    let server = try TestServer()
    let token = try server.signIn()
    try server.freeze(at: "2024-11-28T15:00:00Z")
    let body = """
      {"nombre":"Lote Norte Actualizado","ubicacion":"Valle Central","tipoCultivo":"Aguacate",
      "areaHectareas":6.0,"notas":"Área expandida"}
      """
    let response = try server.send("PUT", "/v1/lotes/lote_1", token: token, body: body)
    #expect(response.status == 200)
    let expected = """
      {"id":"lote_1","nombre":"Lote Norte Actualizado","ubicacion":"Valle Central","tipoCultivo":"Aguacate",
      "areaHectareas":6.0,"estado":"activo","notas":"Área expandida",
      "fechaCreacion":"2024-11-01T12:00:00Z","fechaActualizacion":"2024-11-28T15:00:00Z"}
      """
    #expect(try Self.object(response.text) == Self.object(expected))
  }

  @Test("of the dashboard is what the demo data count")
  func dashboard() throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/dashboard/stats", token: try server.signIn())
    let expected = """
      {"totalProductores":248,"lotesActivos":156,"bloquesCertificados":89,"estadoConexion":"online"}
      """
    #expect(try Self.object(response.text) == Self.object(expected))
  }

  @Test(
    "of a sign-in has these members and this user, in every data set",
    arguments: Dataset.allCases)
  func signIn(dataset: Dataset) throws {
    let server = try TestServer { $0.dataset = dataset }
    let login = try server.login()
    #expect(Set(login.keys) == ["token", "refreshToken", "user"])
    let expected = """
      {"id":"user_123","nombre":"Juan Pérez","email":"usuario@example.com","rol":"admin"}
      """
    let user = try #require(login["user"] as? [String: Any])
    #expect(try NSDictionary(dictionary: user) == Self.object(expected))
  }

  private static let records = [
    "lote_1": """
    {"id":"lote_1","nombre":"Lote Norte","ubicacion":"Valle Central","tipoCultivo":"Aguacate",
    "areaHectareas":5.5,"estado":"activo","fechaCreacion":"2024-11-01T12:00:00Z"}
    """,
    "lote_2": """
    {"id":"lote_2","nombre":"Lote Sur","ubicacion":"Zona Sur","tipoCultivo":"Fresa",
    "areaHectareas":2.3,"estado":"activo","fechaCreacion":"2024-11-15T09:30:00Z"}
    """,
  ]

  /// A JSON object that compares by its members.
  private static func object(_ text: String) throws -> NSDictionary {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return NSDictionary(dictionary: try #require(value as? [String: Any]))
  }
}
