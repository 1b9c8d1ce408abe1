import Foundation
import ServerTestSupport
import Testing

@Suite("A filter")
struct FilterTests {
  @Test(
    "on lotes finds text in name and place without regard to case and accents",
    arguments: [
      ("cafe", "cafe"), ("CAFÉ", "caf%C3%89"), ("cafe\u{301}", "cafe%CC%81"), ("michoacan", "MICHOACAN"),
      ("Michoacán", "Michoac%C3%A1n"), ("san judas", "san%20judas"), ("San Judas", "San+Judas"),
      ("lote", "LOTE"),
    ])
  func search(text: String, encoded: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let all = try server.send("GET", "/v1/lotes", token: token).records("lotes")
    let expected = all.filter { lote in
      ["nombre", "ubicacion"].contains { Self.folded(lote[$0] as? String ?? "").contains(Self.folded(text)) }
    }
    #expect(!expected.isEmpty && expected.count < all.count)
    let response = try server.send("GET", "/v1/lotes?search=\(encoded)", token: token)
    #expect(response.ids("lotes") == expected.compactMap { $0["id"] as? String })
    #expect(response.total == expected.count)
  }

  @Test(
    "takes every character for itself",
    arguments: [("100%", "100%25"), ("a_b", "a_b"), ("a'b", "a'b"), ("%_", "%25_")])
  func literalCharacters(text: String, encoded: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    #expect(try server.send("GET", "/v1/lotes?search=\(encoded)", token: token).total == 0)
    for nombre in ["Solo \(text) aquí", "1000 aXb acb a%"] {
      #expect(
        try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(named: nombre)).status == 201)
    }
    let response = try server.send("GET", "/v1/lotes?search=\(encoded)", token: token)
    #expect(response.ids("lotes") == ["lote_165"])
  }

  @Test(
    "on lotes keeps a crop or an estado",
    arguments: [
      ("tipoCultivo=cafe", "tipoCultivo", "Café"),
      ("tipoCultivo=CA%C3%91A+de+azucar", "tipoCultivo", "Caña de azúcar"),
      ("estado=activo", "estado", "activo"), ("estado=inactivo", "estado", "inactivo"),
      ("estado=en_preparacion", "estado", "en_preparacion"), ("estado=en_cosecha", "estado", "en_cosecha"),
    ])
  func exactValue(query: String, field: String, value: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let all = try server.send("GET", "/v1/lotes", token: token).records("lotes")
    let expected = all.filter { $0[field] as? String == value }
    #expect(!expected.isEmpty && expected.count < all.count)
    let response = try server.send("GET", "/v1/lotes?\(query)", token: token)
    #expect(response.ids("lotes") == expected.compactMap { $0["id"] as? String })
    #expect(response.total == expected.count)
  }

  @Test("on a crop is no search: a part of the name finds nothing")
  func cropIsWhole() throws {
    let server = try TestServer()
    #expect(try server.send("GET", "/v1/lotes?tipoCultivo=caf", token: try server.signIn()).total == 0)
  }

  @Test("combines with others: a record must pass all of them")
  func combination() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let both = try server.send("GET", "/v1/lotes?search=michoacan&tipoCultivo=aguacate", token: token)
    let place = Set(try server.send("GET", "/v1/lotes?search=michoacan", token: token).ids("lotes"))
    let crop = Set(try server.send("GET", "/v1/lotes?tipoCultivo=aguacate", token: token).ids("lotes"))
    #expect(Set(both.ids("lotes")) == place.intersection(crop))
    #expect(both.total.map { $0 > 0 && $0 < place.count && $0 < crop.count } == true)
  }

  @Test(
    "refuses an estado that there is not, and names it",
    arguments: [
      ("lotes", "cosechado"), ("lotes", "ACTIVO"), ("lotes", "suspendido"), ("productores", "en_cosecha"),
    ])
  func unknownEstado(list: String, value: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/\(list)?estado=\(value)", token: try server.signIn())
    #expect(response.status == 400)
    #expect(response.errorDetails == ["field": "estado", "value": value])
    #expect((response.error["message"] as? String)?.contains("activo") == true)
  }

  @Test("on producers keeps an estado or finds text in name, e-mail and address")
  func productores() throws {
    let server = try TestServer()
    let token = try server.signIn()
    func total(_ query: String) throws -> Int? {
      try server.send("GET", "/v1/productores?\(query)", token: token).total
    }
    #expect(try total("estado=activo") == 226)
    #expect(try total("estado=inactivo") == 17)
    #expect(try total("estado=suspendido") == 5)
    let first = "/v1/productores?search="
    for text in ["JUAN%20PEREZ", "juan@EXAMPLE", "calle+60+n%C3%BAm.+214"] {
      #expect(try server.send("GET", first + text, token: token).ids("productores").contains("prod_1"))
    }
    #expect(try total("search=zzzz") == 0)
  }

  @Test(
    "that is unknown or blank changes nothing",
    arguments: [
      "foo=bar", "search=", "estado=", "tipoCultivo=", "Search=cafe", "&&", "=x", "activo",
    ])
  func ignored(query: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let response = try server.send("GET", "/v1/lotes?\(query)", token: token)
    #expect(response.status == 200)
    #expect(response.text == (try server.send("GET", "/v1/lotes", token: token).text))
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
