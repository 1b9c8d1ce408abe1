import Foundation
import ServerTestSupport
import Testing

@Suite("A producer")
struct ProductorTests {
  @Test("is created, read, replaced and deleted by the documented client")
  func lifeCycle() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let request = AgroBridgeModels.ProductorRequest(
      nombre: "Íñigo Muñoz", email: "inigo@example.com", telefono: "+52 999 000 0000", direccion: "Calle 1",
      documentoIdentidad: "MUXI800101HYNXXX01")
    let created: AgroBridgeModels.Productor = try await client.request("POST", .productores, body: request)
    let expected = AgroBridgeModels.Productor(
      id: "prod_249", nombre: request.nombre, estado: .activo, email: request.email,
      telefono: request.telefono,
      direccion: request.direccion, documentoIdentidad: request.documentoIdentidad, totalLotes: 0)
    #expect(created == expected)
    let found: AgroBridgeModels.Productor = try await client.request("GET", .productor("prod_249"))
    #expect(found == expected)

    let only = AgroBridgeModels.ProductorRequest(
      nombre: "Íñigo Muñoz Ruiz", email: nil, telefono: nil, direccion: nil, documentoIdentidad: nil)
    let replaced: AgroBridgeModels.Productor = try await client.request("PUT", .productor("prod_249"), body: only)
    #expect(replaced.nombre == only.nombre)
    #expect(replaced.email == nil)
    #expect(replaced.documentoIdentidad == nil)
    let list: AgroBridgeModels.ProductoresResponse = try await client.request("GET", .productores)
    #expect(list.total == 249)
    #expect(list.productores.last == replaced)
    let stats: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    #expect(stats.totalProductores == 249)

    try await client.requestWithoutResponse("DELETE", .productor("prod_249"))
    await #expect(throws: AgroBridgeClient.Failure.notFound) {
      try await client.requestWithoutResponse("GET", .productor("prod_249"))
    }
    let next: AgroBridgeModels.Productor = try await client.request("POST", .productores, body: only)
    #expect(next.id == "prod_250")
  }

  @Test("counts its lotes as they come and go, in the record and in the list")
  func totalLotesFollows() throws {
    let server = try TestServer()
    let token = try server.signIn()
    func totals() throws -> [Int?] {
      let record = try server.send("GET", "/v1/productores/prod_1", token: token).json
      let first = try server.send("GET", "/v1/productores", token: token).records("productores").first
      return [record["totalLotes"] as? Int, first?["totalLotes"] as? Int]
    }
    #expect(try totals() == [3, 3])
    let created = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(of: "prod_1"))
    #expect(created.status == 201)
    #expect(created.json["productorId"] as? String == "prod_1")
    #expect(try totals() == [4, 4])
    let moved = try server.send("PUT", "/v1/lotes/lote_165", token: token, body: AgroBridgeBody.lote(of: "prod_2"))
    #expect(moved.json["productorId"] as? String == "prod_2")
    #expect(try totals() == [3, 3])
    #expect(try server.send("DELETE", "/v1/lotes/lote_3", token: token).status == 204)
    #expect(try totals() == [2, 2])
  }

  @Test("that is deleted leaves its lotes behind, without productorId")
  func deletionKeepsLotes() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let before = try server.send("GET", "/v1/lotes", token: token)
    let owned = before.records("lotes").filter { $0["productorId"] as? String == "prod_1" }
    #expect(owned.compactMap { $0["id"] as? String } == ["lote_3", "lote_7", "lote_38"])
    #expect(
      try server.send("GET", "/v1/lotes/lote_3", token: token).json["productorId"] as? String == "prod_1")
    #expect(try server.send("DELETE", "/v1/productores/prod_1", token: token).status == 204)
    let after = try server.send("GET", "/v1/lotes", token: token)
    #expect(after.ids("lotes") == before.ids("lotes"))
    #expect(!after.text.contains("\"prod_1\""))
    let lote = try server.send("GET", "/v1/lotes/lote_3", token: token)
    #expect(lote.status == 200)
    #expect(lote.json["productorId"] == nil)
  }

  @Test(
    "must be there before a lote can name it",
    arguments: [("POST", "/v1/lotes"), ("PUT", "/v1/lotes/lote_1")])
  func unknownProductor(method: String, path: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let response = try server.send(method, path, token: token, body: AgroBridgeBody.lote(of: "prod_999"))
    #expect(response.status == 422)
    #expect(response.errorDetails["field"] == "productorId")
    #expect(response.errorDetails["value"] == "prod_999")
    #expect(try server.send("GET", "/v1/lotes", token: token).total == 164)
  }

  @Test(
    "shares its e-mail and identity document with no other",
    arguments: [
      ("email", "juan@example.com"), ("email", "JUAN@example.com"),
      ("documentoIdentidad", "PEXJ780624HYNRXN07"),
    ])
  func duplicates(field: String, value: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let body = #"{"nombre":"Otra Persona","\#(field)":"\#(value)"}"#
    for (method, path) in [("POST", "/v1/productores"), ("PUT", "/v1/productores/prod_2")] {
      let response = try server.send(method, path, token: token, body: body)
      #expect(response.status == 409)
      #expect(response.errorCode == "DUPLICATE_ENTRY")
      #expect(response.errorDetails["field"] == field)
    }
    let own = try server.send("PUT", "/v1/productores/prod_1", token: token, body: body)
    #expect(own.status == 200)
  }
}
