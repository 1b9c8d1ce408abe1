import Contract
import CustomAPIs
import Foundation
import HTTPCore
import JSON
import Server
import ServerTestSupport
import Testing

@Suite("A request is parsed once, from the first step to the endpoint")
struct CheckedOnceTests {
  private static let lote = #"{"nombre":"Lote Uno","ubicacion":"Norte","tipoCultivo":"Café","areaHectareas":2.5}"#
  private static let modes: [ContractGuard.Mode] = [.off, .warn, .strict]

  /// A fault that looks into the body of each request.
  private static let fault = #"{"match":{"body":{"nombre":"another"}},"fault":{"type":"status","status":503}}"#

  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: '1'}
    paths:
      /articles:
        get:
          operationId: listArticles
          responses:
            '200':
              description: All.
              content:
                application/json:
                  schema: {type: array, items: {$ref: '#/components/schemas/Article'}}
        post:
          operationId: createArticle
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: '#/components/schemas/Article'}
              application/x-www-form-urlencoded:
                schema: {$ref: '#/components/schemas/Article'}
              multipart/form-data:
                schema: {$ref: '#/components/schemas/Article'}
          responses:
            '201':
              description: Made.
              content:
                application/json:
                  schema: {$ref: '#/components/schemas/Article'}
            '422':
              description: Wrong.
              content:
                application/json:
                  schema: {type: object, required: [message], properties: {message: {type: string}}}
    components:
      schemas:
        Article:
          type: object
          required: [nombre]
          properties: {id: {type: integer, readOnly: true}, nombre: {type: string, maxLength: 20}}
    """

  /// A server of the document above.
  private func shop(_ mode: ContractGuard.Mode) throws -> TestServer {
    let file = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString).yaml")
    try Self.document.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try TestServer {
      $0.contract = mode
      $0.own.documents = [NamedPath("shop=\(file.path)")].compactMap { $0 }
    }
  }

  /// Sends a request straight to the pipeline, once all checks that were left for later are done.
  private func answer(_ server: TestServer, _ request: Request) throws -> Response {
    server.server.contract.settle()
    var handling = server.server.pipeline.begin(request)
    while case .later(let deferred) = handling { handling = deferred.run() }
    guard case .done(.respond(let response)) = handling else { throw UnexpectedOutcome() }
    return response
  }

  private struct UnexpectedOutcome: Error {}

  private func request(_ path: String, _ type: String, _ body: String, token: String? = nil) throws -> Request {
    var headers: HeaderFields = ["Host": "localhost", "Content-Type": type]
    if let token { headers.append("Authorization", "Bearer \(token)") }
    return Request(
      method: .post, target: try RequestTarget(Array(path.utf8)), headers: headers, body: Array(body.utf8))
  }

  @Test("by faults, the contract and the endpoint of a built-in API", arguments: modes)
  func builtIn(mode: ContractGuard.Mode) throws {
    let server = try TestServer { $0.contract = mode }
    let account = #"{"email":"usuario@example.com","password":"password123"}"#
    let session = try answer(server, try request("/v1/auth/login", "application/json", account))
    let token = try #require(try JSONParser.parse(session.content.bytes)["token"]?.string)
    #expect(try server.send("POST", "/_mock/faults", body: Self.fault).status == 201)
    // The first request of an operation is compared later.
    _ = try answer(server, try request("/v1/lotes", "application/json", Self.lote, token: token))
    let second = try request("/v1/lotes", "application/json", Self.lote, token: token)
    #expect(try answer(server, second).status == 201)
    #expect(second.parsedBody.parseCount == 1)
  }

  private static let form = "--X\r\nContent-Disposition: form-data; name=\"nombre\"\r\n\r\nUno\r\n--X--"
  private static let bodies = [
    ("application/json", #"{"nombre":"Uno"}"#, 201), ("application/x-www-form-urlencoded", "nombre=Uno", 201),
    ("multipart/form-data; boundary=X", form, 201), ("application/json", #"{"nombre":"Longer than 20 letters"}"#, 422),
    ("application/json", "{", 422),
  ]

  @Test("by a custom API, the first request too", arguments: modes, bodies)
  func custom(mode: ContractGuard.Mode, body: (type: String, text: String, status: Int)) throws {
    let server = try shop(mode)
    for _ in 0..<2 {
      let sent = try request("/articles", body.type, body.text)
      let response = try answer(server, sent)
      #expect(response.status == body.status)
      #expect(sent.parsedBody.parseCount == 1)
    }
  }

  @Test("and a response of a custom API is validated when it is made, not again")
  func answers() throws {
    let server = try shop(.warn)
    let made = try answer(server, try request("/articles", "application/json", #"{"nombre":"Uno"}"#))
    #expect(made.validSchema != nil)
    let refused = try answer(server, try request("/articles", "application/json", #"{"nombre":1}"#))
    #expect(refused.status == 422 && refused.validSchema != nil)
    let list = Request(
      method: .get, target: try RequestTarget(Array("/articles".utf8)), headers: ["Host": "localhost"])
    for _ in 0..<2 { #expect(try answer(server, list).validSchema != nil) }
  }
}
