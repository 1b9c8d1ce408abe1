import Foundation
import ServerTestSupport
import Testing

@Suite("The documented first session")
struct FirstSessionTests {
  @Test("leads from sign-in over the numbers and the list to a lote created, changed and deleted")
  func wholeSession() async throws {
    let client = AgroBridgeClient(try TestServer())
    let login = try await client.signIn()
    #expect(login.user.nombre == "Juan Pérez")
    #expect(login.refreshToken != nil)

    let stats: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    let documented = AgroBridgeModels.DashboardStats(
      totalProductores: 248, lotesActivos: 156, bloquesCertificados: 89, estadoConexion: "online")
    #expect(stats == documented)
    let before: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    #expect(before.total == before.lotes.count)

    let lote: AgroBridgeModels.Lote = try await client.request("POST", .lotes, body: Self.nuevo)
    #expect(lote.tipoCultivo == "Café")
    let found: AgroBridgeModels.Lote = try await client.request("GET", .lote(lote.id))
    #expect(found == lote)
    let with: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    #expect(with.lotes == before.lotes + [lote])

    let changed: AgroBridgeModels.Lote = try await client.request("PUT", .lote(lote.id), body: Self.ampliado)
    #expect(changed.areaHectareas == 12.5)
    #expect(changed.fechaActualizacion != nil)
    let empty = try await client.requestWithoutResponse("DELETE", .lote(lote.id))
    #expect(empty.isEmpty)
    await #expect(throws: AgroBridgeClient.Failure.notFound) {
      let _: AgroBridgeModels.Lote = try await client.request("GET", .lote(lote.id))
    }
    let after: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    #expect(after == before)
    await client.logout()
    #expect(client.calls.last == "POST /auth/logout 204")
  }

  @Test("counts an active lote on the dashboard from its creation to its deletion")
  func dashboardFollows() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let lote: AgroBridgeModels.Lote = try await client.request("POST", .lotes, body: Self.nuevo)
    let with: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    #expect(with.lotesActivos == 157)
    try await client.requestWithoutResponse("DELETE", .lote(lote.id))
    let without: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    #expect(without.lotesActivos == 156)
  }

  @Test("works in a client that keeps what it has read: it sees its own writes at once")
  func cachingClientSeesItsWrites() async throws {
    let client = AgroBridgeClient(try TestServer { $0.dataset = .minimal }, configuration: .default)
    try await client.signIn()
    for expected in 2...4 {
      let list: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
      #expect(list.total == expected)
      #expect(list.lotes.count == expected)
      let again: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
      #expect(again == list)
      let _: AgroBridgeModels.Lote = try await client.request("POST", .lotes, body: Self.nuevo)
    }
  }

  @Test("answers every read of the demo data in a form that the client's models decode")
  func everyReadDecodes() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let lotes: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    let productores: AgroBridgeModels.ProductoresResponse = try await client.request("GET", .productores)
    let bloques: AgroBridgeModels.BloquesResponse = try await client.request("GET", .bloques)
    #expect(lotes.lotes.count { $0.estado == .activo } == 156)
    #expect(productores.productores.count == 248)
    #expect(bloques.bloques.count { $0.data.tipo == "certificacion" } == 89)
    let productor: AgroBridgeModels.Productor = try await client.request("GET", .productor("prod_1"))
    #expect(productor == productores.productores.first)
    let bloque: AgroBridgeModels.Bloque = try await client.request("GET", .bloque("bloque_1"))
    #expect(bloque == bloques.bloques.first)
  }

  @Test("tells a buyer, who only reads, that it may not write")
  func buyerIsForbidden() async throws {
    let client = AgroBridgeClient(try TestServer())
    let login = try await client.signIn("comprador@example.com")
    #expect(login.user.rol == "comprador")
    let stats: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    #expect(stats.lotesActivos == 156)
    for (method, endpoint) in [("POST", .lotes), ("PUT", .lote("lote_1"))]
      as [(String, AgroBridgeClient.Endpoint)]
    {
      await #expect(throws: AgroBridgeClient.Failure.forbidden) {
        try await client.requestWithoutResponse(method, endpoint, body: Self.nuevo)
      }
    }
    await #expect(throws: AgroBridgeClient.Failure.forbidden) {
      try await client.requestWithoutResponse("DELETE", .productor("prod_1"))
    }
    #expect(client.lastError?.error.code == "PERMISSION_DENIED")
    let after: AgroBridgeModels.DashboardStats = try await client.request("GET", .dashboardStats)
    #expect(after == stats)
  }

  private static let nuevo = AgroBridgeModels.CreateLoteRequest(
    nombre: "Lote Nuevo", ubicacion: "Zona Norte", tipoCultivo: "Café", areaHectareas: 10,
    notas: "Lote experimental")
  private static let ampliado = AgroBridgeModels.CreateLoteRequest(
    nombre: "Lote Nuevo", ubicacion: "Zona Norte", tipoCultivo: "Café", areaHectareas: 12.5, notas: nil)
}
