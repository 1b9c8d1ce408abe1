import Foundation
import ServerTestSupport
import Testing
import World

@Suite("A lote")
struct LoteTests {
  @Test("gets the number after the last one", arguments: [(Dataset.demo, 165), (.minimal, 3), (.empty, 1)])
  func nextNumber(dataset: Dataset, number: Int) throws {
    let server = try TestServer { $0.dataset = dataset }
    let token = try server.signIn()
    let response = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote)
    #expect(response.status == 201)
    #expect(response.json["id"] as? String == "lote_\(number)")
    #expect(try server.send("GET", "/v1/lotes", token: token).total == number)
  }

  @Test("does not inherit the number of a deleted one")
  func numbersAreNotReused() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    for number in 3...5 {
      let response = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote)
      #expect(response.json["id"] as? String == "lote_\(number)")
      #expect(try server.send("DELETE", "/v1/lotes/lote_\(number)", token: token).status == 204)
    }
    #expect(try server.send("GET", "/v1/lotes", token: token).ids("lotes") == ["lote_1", "lote_2"])
  }

  @Test(
    "is replaced by PUT: absent notas are cleared, creation date and estado stay, the date of change is set")
  func replacement() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let body = """
      {"nombre":"Ab","ubicacion":"Cd","tipoCultivo":"Ef","areaHectareas":1,"estado":"en_cosecha","notas":"x"}
      """
    let created = try server.send("POST", "/v1/lotes", token: token, body: body)
    #expect(created.json["estado"] as? String == "en_cosecha")
    #expect(created.json["fechaActualizacion"] == nil)
    server.advance(seconds: 90)
    let changed = try server.send("PUT", "/v1/lotes/lote_3", token: token, body: AgroBridgeBody.lote(named: "Otro"))
    #expect(changed.json["nombre"] as? String == "Otro")
    #expect(changed.json["notas"] == nil)
    #expect(changed.json["estado"] as? String == "en_cosecha")
    #expect(changed.json["fechaCreacion"] as? String == "2024-11-28T14:00:00Z")
    #expect(changed.json["fechaActualizacion"] as? String == "2024-11-28T14:01:30Z")
    #expect(try server.send("GET", "/v1/lotes/lote_3", token: token).text == changed.text)
  }

  @Test("keeps its producer in a PUT that does not name one, and loses it in one that says null")
  func productorInPut() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let kept = try server.send("PUT", "/v1/lotes/lote_3", token: token, body: AgroBridgeBody.lote(named: "Otro"))
    #expect(kept.json["productorId"] as? String == "prod_1")
    let null = AgroBridgeBody.lote(of: "prod_1").replacing("\"prod_1\"", with: "null")
    let cleared = try server.send("PUT", "/v1/lotes/lote_3", token: token, body: null)
    #expect(cleared.status == 200)
    #expect(cleared.json["productorId"] == nil)
  }

  @Test(
    "is stored to the letter",
    arguments: [
      "Ñandú «El Águila»", "comillas \\\" y \\\\ barra / y \\n salto", "🌱🥑 emoji", "100% _ real",
      "Cafe\u{301}",
    ])
  func textSurvives(json: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let sent = try JSONDecoder().decode(String.self, from: Data("\"\(json)\"".utf8))
    let created = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(named: json))
    let read = try server.send("GET", "/v1/lotes/lote_3", token: token)
    for response in [created, read] {
      let nombre = try #require(response.json["nombre"] as? String)
      #expect(Array(nombre.utf8) == Array(sent.utf8))
    }
  }

  @Test("takes whole numbers and fractions for its area alike", arguments: ["10", "10.0", "1e1", "10.00"])
  func area(text: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let body = #"{"nombre":"Ab","ubicacion":"Cd","tipoCultivo":"Ef","areaHectareas":\#(text)}"#
    let response = try server.send("POST", "/v1/lotes", token: try server.signIn(), body: body)
    #expect(response.status == 201)
    #expect(response.json["areaHectareas"] as? Double == 10)
  }

  @Test("may be sent back as a whole: members that are not the client's to set, or unknown, are ignored")
  func unknownMembers() throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let body = """
      {"id":"lote_77","nombre":"Lote Norte","ubicacion":"Valle Central","tipoCultivo":"Aguacate",
      "areaHectareas":5.5,"fechaCreacion":"1999-01-01T00:00:00Z","desconocido":[{}],"productorId":null}
      """
    let changed = try server.send("PUT", "/v1/lotes/lote_1", token: token, body: body)
    #expect(changed.status == 200)
    #expect(changed.json["id"] as? String == "lote_1")
    #expect(changed.json["fechaCreacion"] as? String == "2024-11-01T12:00:00Z")
    let created = try server.send("POST", "/v1/lotes", token: token, body: body)
    #expect(created.json["id"] as? String == "lote_3")
    #expect(created.json["desconocido"] == nil)
  }

  @Test("that is not there is 404 and named, for each method", arguments: ["GET", "PUT", "DELETE"])
  func missing(method: String) throws {
    let server = try TestServer()
    let body = method == "PUT" ? AgroBridgeBody.lote : nil
    let response = try server.send(method, "/v1/lotes/lote_999", token: try server.signIn(), body: body)
    #expect(response.status == 404)
    #expect(response.errorCode == "RESOURCE_NOT_FOUND")
    #expect(response.errorDetails["value"] == "lote_999")
  }
}
