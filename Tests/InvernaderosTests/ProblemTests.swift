import Foundation
import ServerTestSupport
import Testing

@Suite("A refusal of Invernaderos (CONTRACT §2.5)")
struct ProblemTests {
  @Test("is a problem with a time and a code")
  func shape() throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let response = try server.invernaderos("GET", "/sensors/latest?limit=1")
    let expected =
      #"{"detail":"a bearer token is needed: Authorization: Bearer <token>","errorCode":"AUTHENTICATION_ERROR","#
      + #""instance":"/api/v1/sensors/latest","status":401,"timestamp":"2026-11-28T14:00:00Z","title":"Unauthorized","#
      + #""type":"about:blank"}"#
    #expect(response.text == expected)
    #expect(response.header("Content-Type") == "application/problem+json")
  }

  @Test(
    "has the documented code",
    arguments: [
      ("POST", "/auth/register", "{", "400 BAD_REQUEST", "Bad Request"),
      ("POST", "/auth/register", "{}", "400 VALIDATION_ERROR password,username", "Bad Request"),
      ("GET", "/sensors/current", nil, "400 BAD_REQUEST greenhouseId", "Bad Request"),
      ("GET", "/sensors/latest?x=%FF", nil, "400 BAD_REQUEST x", "Bad Request"),
      ("GET", "/sensors/nada", nil, "404 ENTITY_NOT_FOUND", "Not Found"),
      ("PUT", "/sensors/latest", nil, "405 BAD_REQUEST", "Method Not Allowed"),
      ("GET", "/sensors/by-greenhouse/%FF", nil, "400 BAD_REQUEST", "Bad Request"),
    ])
  func codes(method: String, path: String, body: String?, line: String, title: String) throws {
    let response = try InvernaderosClient().send(method, path, body: body)
    #expect(try response.problemLine == line)
    #expect(try response.problem.title == title)
    #expect(try response.problem.instance == "/api/v1" + path.prefix { $0 != "?" })
  }

  @Test("names the nearest route")
  func suggestion() throws {
    let response = try InvernaderosClient().send("GET", "/sensors/lastest")
    #expect(response.json["suggestion"] as? String == "did you mean GET /api/v1/sensors/latest?")
  }

  @Test("keeps a body that is too large out")
  func tooLarge() throws {
    let server = try TestServer { $0.limits.maximumBodyBytes = 1000 }
    let body = #"{"username":"\#(String(repeating: "a", count: 2000))","password":"x"}"#
    let response = try server.send("POST", "/invernaderos/api/v1/auth/register", body: body)
    #expect(try response.problemLine == "413 BAD_REQUEST")
  }
}
