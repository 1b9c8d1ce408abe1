import Foundation
import ServerTestSupport
import Testing

/// Each refusal in the documented shape, which the documented client decodes.
@Suite("A refusal")
struct ErrorBodyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var body: String?
    var isSignedIn = true
    let status: Int
    let code: String

    var testDescription: String { "\(method) \(path) \(body ?? "") is \(status) \(code)" }
  }

  private static let cases = [
    Case(method: "GET", path: "/v1/lotes", isSignedIn: false, status: 401, code: "AUTH_FAILED"),
    Case(
      method: "POST", path: "/v1/auth/login", body: #"{"email":"x","password":"y"}"#, status: 401,
      code: "AUTH_FAILED"),
    Case(method: "GET", path: "/v1/lotes/lote_0", status: 404, code: "RESOURCE_NOT_FOUND"),
    Case(method: "GET", path: "/v1/nada", status: 404, code: "RESOURCE_NOT_FOUND"),
    Case(method: "PATCH", path: "/v1/lotes/lote_1", body: "{}", status: 405, code: "VALIDATION_ERROR"),
    Case(method: "GET", path: "/v1/lotes?page=x", status: 400, code: "VALIDATION_ERROR"),
    Case(method: "GET", path: "/v1/lotes/%FF", status: 400, code: "VALIDATION_ERROR"),
    Case(method: "POST", path: "/v1/lotes", status: 400, code: "VALIDATION_ERROR"),
    Case(method: "POST", path: "/v1/lotes", body: "{", status: 400, code: "VALIDATION_ERROR"),
    Case(method: "POST", path: "/v1/lotes", body: "[]", status: 400, code: "VALIDATION_ERROR"),
    Case(method: "POST", path: "/v1/lotes", body: "{}", status: 422, code: "VALIDATION_ERROR"),
    Case(method: "PUT", path: "/v1/lotes/lote_1", body: "{}", status: 422, code: "VALIDATION_ERROR"),
    Case(
      method: "POST", path: "/v1/productores", body: #"{"nombre":"x"}"#, status: 422,
      code: "VALIDATION_ERROR"),
    Case(
      method: "POST", path: "/v1/productores", body: #"{"nombre":"Juan","email":"juan@example.com"}"#,
      status: 409, code: "DUPLICATE_ENTRY"),
    Case(method: "GET", path: "/_mock/nada", status: 404, code: "UNKNOWN_ROUTE"),
  ]

  @Test("has the documented shape and type, with details that are all text", arguments: cases)
  func shape(of example: Case) throws {
    let server = try TestServer()
    let token = example.isSignedIn ? try server.signIn() : nil
    let response = try server.send(example.method, example.path, token: token, body: example.body)
    #expect(response.status == example.status)
    #expect(response.header("Content-Type")?.hasPrefix("application/json") == true)
    let body = try JSONDecoder().decode(AgroBridgeModels.ErrorBody.self, from: response.data)
    #expect(body.error.code == example.code)
    #expect(!body.error.message.isEmpty)
    #expect(response.header("WWW-Authenticate") == (example.status == 401 ? "Bearer" : nil))
    #expect(JSONKeyOrder.unsortedObject(in: response.body) == nil)
  }

  @Test("of a lote names every field at fault, the first one in field and value")
  func everyField() throws {
    let server = try TestServer()
    let body = #"{"nombre":"A","ubicacion":"  ","tipoCultivo":7,"areaHectareas":"10","estado":"cosechado"}"#
    let response = try server.send("POST", "/v1/lotes", token: try server.signIn(), body: body)
    #expect(response.status == 422)
    let fields = ["nombre", "ubicacion", "tipoCultivo", "areaHectareas", "estado"]
    #expect(Set(response.errorDetails.keys) == Set(fields + ["field", "value"]))
    #expect(response.errorDetails["field"] == "nombre")
    #expect(response.errorDetails["value"] == "A")
  }

  @Test(
    "meets an area outside its limits, and none on them",
    arguments: [
      ("0.01", 201), ("100000", 201), ("0.009", 422), ("100000.01", 422), ("0", 422), ("-1", 422),
      ("1e400", 422), ("\"10\"", 422), ("null", 422), ("true", 422),
    ])
  func area(value: String, status: Int) throws {
    let server = try TestServer { $0.dataset = .minimal }
    let body = #"{"nombre":"Ab","ubicacion":"Cd","tipoCultivo":"Ef","areaHectareas":\#(value)}"#
    let response = try server.send("POST", "/v1/lotes", token: try server.signIn(), body: body)
    #expect(response.status == status)
    if status == 422 { #expect(response.errorDetails["field"] == "areaHectareas") }
  }

  @Test("leaves everything as it was")
  func noEffect() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let before = try server.send("GET", "/v1/lotes", token: token).text
    for example in Self.cases {
      _ = try server.send(example.method, example.path, token: token, body: example.body)
    }
    #expect(try server.send("GET", "/v1/lotes", token: token).text == before)
    #expect(
      try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote).json["id"] as? String
        == "lote_165")
  }

  @Test(
    "does not meet a call without content that says it sends JSON",
    arguments: [
      ("GET", "/v1/lotes", 200), ("GET", "/v1/dashboard/stats", 200), ("DELETE", "/v1/lotes/lote_1", 204),
      ("POST", "/v1/auth/logout", 204),
    ])
  func contentTypeWithoutContent(method: String, path: String, status: Int) throws {
    let server = try TestServer()
    let headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
    let response = try server.send(method, path, token: try server.signIn(), headers: headers)
    #expect(response.status == status)
  }
}
