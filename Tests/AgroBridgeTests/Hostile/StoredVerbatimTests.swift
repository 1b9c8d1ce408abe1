import ServerTestSupport
import Testing

@Suite("Texts that look like code")
struct StoredVerbatimTests {
  @Test("are stored in every field of a plot as they are, and change nothing else", arguments: HostileTexts.all)
  func lote(text: String) throws {
    try expectVerbatim(
      "/v1/lotes", .lote, ["nombre", "ubicacion", "tipoCultivo", "notas"], text, list: "lotes")
  }

  @Test("are stored in every field of a producer as they are, and change nothing else", arguments: HostileTexts.all)
  func productor(text: String) throws {
    try expectVerbatim(
      "/v1/productores", .productor, ["nombre", "direccion", "documentoIdentidad"], text, list: "productores")
  }

  private func expectVerbatim(
    _ path: String, _ draft: Draft, _ fields: [String], _ text: String, list: String
  ) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let others = try server.send("GET", path, token: token).json[list] as? [[String: Any]] ?? []
    let body = fields.reduce(draft) { $0.with($1, text.quoted) }.text
    let created = try server.send("POST", path, token: token, body: body)
    #expect(created.status == 201, "\(created.excerpt)")
    let id = try #require(created.json["id"] as? String)
    let updated = try server.send("PUT", "\(path)/\(id)", token: token, body: body)
    #expect(updated.status == 200, "\(updated.excerpt)")
    let read = try server.send("GET", "\(path)/\(id)", token: token)
    for field in fields {
      #expect((read.json[field] as? String).map { Array($0.utf8) } == Array(text.utf8), "\(field)")
    }
    let after = try server.send("GET", path, token: token)
    #expect(after.json["total"] as? Int == others.count + 1)
    let records = after.json[list] as? [[String: Any]] ?? []
    #expect(records.dropLast().map { $0["nombre"] as? String } == others.map { $0["nombre"] as? String })
    #expect(records.dropLast().map { $0["id"] as? String } == others.map { $0["id"] as? String })
    #expect(try !server.signIn().isEmpty)
  }

  @Test("are looked for as they are", arguments: HostileTexts.all)
  func search(text: String) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let token = try server.signIn()
    let query = "search=" + text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let before = try server.send("GET", "/v1/lotes?\(query)", token: token)
    #expect(before.status == 200, "\(before.excerpt)")
    #expect(before.json["total"] as? Int == 0)
    let body = Draft.lote.with("nombre", text.quoted).text
    #expect(try server.send("POST", "/v1/lotes", token: token, body: body).status == 201)
    #expect(try server.send("GET", "/v1/lotes?\(query)", token: token).json["total"] as? Int == 1)
  }

  @Test("sign nobody in", arguments: HostileTexts.all)
  func login(text: String) throws {
    let server = try TestServer { $0.dataset = .empty }
    for body in [Draft.login.with("password", text.quoted), Draft.login.with("email", text.quoted)] {
      let response = try server.send("POST", "/v1/auth/login", body: body.text)
      #expect(response.status == 401, "\(response.excerpt)")
      #expect(try response.documentedError(text).code == "AUTH_FAILED")
    }
  }
}
