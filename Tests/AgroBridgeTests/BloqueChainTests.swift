import Cryptography
import Foundation
import ServerTestSupport
import Testing

/// The chain as a client sees it, verified by the rule in the README of the seed data.
@Suite("The chain of blocks")
struct BloqueChainTests {
  @Test("verifies from the first block to the last")
  func hashesVerify() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let list: AgroBridgeModels.BloquesResponse = try await client.request("GET", .bloques)
    #expect(list.total == 260)
    #expect(list.bloques.count == 260)
    var previous = String(repeating: "0", count: 64)
    for bloque in list.bloques {
      #expect(bloque.previousHash == previous, "\(bloque.id) does not follow")
      #expect(try Self.hash(of: bloque) == bloque.hash, "\(bloque.id) was altered")
      previous = bloque.hash
    }
  }

  @Test("has the block and the hash that the README of the seed data prints")
  func printedBlock() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let bloque: AgroBridgeModels.Bloque = try await client.request("GET", .bloque("bloque_49"))
    #expect(bloque.hash == "accd8482bf45cac7c22d49e4eaa8ae6464b5979de53aa3bcfb94ea85202e19bc")
    #expect(bloque.data.metadata == ["produccion": "2.1 t", "rendimiento": "0.43 t/ha"])
    #expect(try Self.hash(of: bloque) == bloque.hash)
    let altered = AgroBridgeModels.Bloque(
      id: bloque.id, hash: bloque.hash, previousHash: bloque.previousHash, loteId: "lote_55",
      timestamp: bloque.timestamp, data: bloque.data)
    #expect(try Self.hash(of: altered) != bloque.hash)
  }

  @Test("speaks of lotes that are there")
  func lotesExist() async throws {
    let client = AgroBridgeClient(try TestServer())
    try await client.signIn()
    let chain: AgroBridgeModels.BloquesResponse = try await client.request("GET", .bloques)
    let lotes: AgroBridgeModels.LotesResponse = try await client.request("GET", .lotes)
    let named = Set(chain.bloques.map(\.loteId))
    #expect(named.count == 92)
    #expect(named.isSubset(of: Set(lotes.lotes.map(\.id))))
  }

  @Test("has no block changed or removed", arguments: ["PUT", "PATCH", "DELETE"])
  func isAppendOnly(method: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    for (path, allowed) in [
      ("/v1/bloques", "GET, HEAD, OPTIONS, POST"), ("/v1/bloques/bloque_1", "GET, HEAD, OPTIONS"),
    ] {
      let response = try server.send(method, path, token: token, body: "{}")
      #expect(response.status == 405)
      #expect(response.header("Allow") == allowed)
    }
    #expect(try server.send("GET", "/v1/bloques", token: token).total == 260)
  }

  @Test("grows by blocks that verify, and certificates are counted")
  func grows() async throws {
    let server = try TestServer()
    let client = AgroBridgeClient(server)
    try await client.signIn()
    let token = try server.signIn()
    func certified() throws -> Int? {
      try server.send("GET", "/v1/dashboard/stats", token: token).json["bloquesCertificados"] as? Int
    }
    #expect(try certified() == 89)
    let bodies = [
      #"{"loteId":"lote_1","data":{"tipo":"certificacion","descripcion":"Certificado orgánico / 1"}}"#,
      #"{"loteId":"lote_1","data":{"tipo":"cosecha","descripcion":"Cosecha","metadata":{"z":"1 \"t\"","a":"é"}}}"#,
    ]
    for (index, body) in bodies.enumerated() {
      let response = try server.send("POST", "/v1/bloques", token: token, body: body)
      #expect(response.status == 201)
      #expect(response.header("Location") == "/v1/bloques/bloque_\(261 + index)")
      #expect(try certified() == 90)
    }
    let list: AgroBridgeModels.BloquesResponse = try await client.request("GET", .bloques)
    #expect(list.total == 262)
    var previous = try #require(list.bloques.dropLast(2).last).hash
    for bloque in list.bloques.suffix(2) {
      #expect(bloque.previousHash == previous)
      #expect(try Self.hash(of: bloque) == bloque.hash)
      previous = bloque.hash
    }
  }

  @Test(
    "takes no block that is unusable",
    arguments: [
      ("{}", "loteId"), (#"{"loteId":"lote_1"}"#, "data"), (#"{"loteId":"lote_1","data":{}}"#, "tipo"),
      (#"{"loteId":"lote_999","data":{"tipo":"cosecha","descripcion":"x"}}"#, "loteId"),
      (#"{"loteId":"lote_1","data":{"tipo":"cosecha","descripcion":"x","metadata":{"a":1}}}"#, "metadata"),
    ])
  func refused(body: String, field: String) throws {
    let server = try TestServer()
    let response = try server.send("POST", "/v1/bloques", token: try server.signIn(), body: body)
    #expect(response.status == 422)
    #expect(response.errorDetails["field"] == field)
    let buyer = try server.signIn("comprador@example.com")
    #expect(try server.send("POST", "/v1/bloques", token: buyer, body: body).status == 403)
  }

  @Test(
    "is filtered by lote and by kind",
    arguments: [
      ("loteId=lote_54", "lote_54", nil), ("tipo=certificacion", nil, "certificacion"),
      ("loteId=lote_54&tipo=cosecha", "lote_54", "cosecha"),
    ] as [(String, String?, String?)])
  func filters(query: String, lote: String?, tipo: String?) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let expected = try server.send("GET", "/v1/bloques", token: token).records("bloques").filter { bloque in
      let data = bloque["data"] as? [String: Any]
      return (lote == nil || bloque["loteId"] as? String == lote)
        && (tipo == nil || data?["tipo"] as? String == tipo)
    }
    #expect(!expected.isEmpty && expected.count < 260)
    let response = try server.send("GET", "/v1/bloques?\(query)", token: token)
    #expect(response.ids("bloques") == expected.compactMap { $0["id"] as? String })
    #expect(response.total == expected.count)
  }

  /// A block without its hash; encoded with sorted keys it is the block's canonical JSON.
  private struct Hashed: Encodable {
    let id: String
    let previousHash: String
    let loteId: String
    let timestamp: Date
    let data: AgroBridgeModels.Bloque.Contenido
  }

  /// The hash that a block must have.
  private static func hash(of bloque: AgroBridgeModels.Bloque) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let canonical = try encoder.encode(
      Hashed(
        id: bloque.id, previousHash: bloque.previousHash, loteId: bloque.loteId, timestamp: bloque.timestamp,
        data: bloque.data))
    return SHA256.hash(Array(canonical)).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}
