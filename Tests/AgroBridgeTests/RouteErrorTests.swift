import ServerTestSupport
import Testing

@Suite("An unknown route")
struct RouteErrorTests {
  @Test(
    "is answered with the one that was probably meant",
    arguments: [
      ("GET", "/v1/lote", "GET /v1/lotes"), ("GET", "/v1/Lotes", "GET /v1/lotes"),
      ("POST", "/v1/lotess", "POST /v1/lotes"), ("GET", "/v1/dashboard/stat", "GET /v1/dashboard/stats"),
      ("GET", "/v1/dashbord/stats", "GET /v1/dashboard/stats"),
      ("PUT", "/v1/lote/lote_1", "PUT /v1/lotes/{id}"),
      ("POST", "/v1/auth/logn", "POST /v1/auth/login"), ("GET", "/v1/v1/lotes", "GET /v1/lotes"),
      ("GET", "/agrobridge/v1/productor", "GET /v1/productores"),
    ])
  func suggestion(method: String, path: String, meant: String) throws {
    let server = try TestServer()
    let response = try server.send(method, path, token: try server.signIn())
    #expect(response.status == 404)
    let suggestion = try #require(response.errorDetails["suggestion"])
    #expect(suggestion.hasPrefix("did you mean \(meant)"))
  }

  @Test(
    "that is near nothing gets no suggestion",
    arguments: ["/v1/a/b/c/d/e", "/v1/zzzzzzzz", "/v1/xxxxxxxxxxxxxxxxxxxx/y"])
  func noSuggestion(path: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", path, token: try server.signIn())
    #expect(response.status == 404)
    #expect(response.errorDetails["suggestion"] == nil)
    #expect((response.error["message"] as? String)?.contains("GET \(path)") == true)
  }

  @Test("at the root belongs to JSONPlaceholder, which can tell of the one that was meant in a header alone")
  func root() throws {
    let server = try TestServer()
    let near = try server.send("GET", "/lotes")
    #expect(near.status == 404 && near.text == "{}")
    #expect(near.header("X-Mock-Hint")?.contains("GET /v1/lotes") == true)
    #expect(try server.send("GET", "/zzzzzzzz").header("X-Mock-Hint") == nil)
  }

  @Test("is said to be unknown before a token is asked for")
  func withoutToken() throws {
    #expect(try TestServer().send("GET", "/v1/lote").status == 404)
  }

  @Test(
    "under another method is 405 and tells the methods",
    arguments: [
      ("PATCH", "/v1/lotes/lote_1", "DELETE, GET, HEAD, OPTIONS, PUT"),
      ("POST", "/v1/lotes/lote_1", "DELETE, GET, HEAD, OPTIONS, PUT"),
      ("DELETE", "/v1/lotes", "GET, HEAD, OPTIONS, POST"),
      ("PUT", "/v1/productores", "GET, HEAD, OPTIONS, POST"),
      ("GET", "/v1/auth/login", "OPTIONS, POST"), ("POST", "/v1/dashboard/stats", "GET, HEAD, OPTIONS"),
      ("TRACE", "/v1/lotes", "GET, HEAD, OPTIONS, POST"),
    ])
  func methodNotAllowed(method: String, path: String, allow: String) throws {
    let server = try TestServer()
    let response = try server.send(method, path, token: try server.signIn(), body: "{}")
    #expect(response.status == 405)
    #expect(response.header("Allow") == allow)
    #expect((response.error["message"] as? String)?.contains(method) == true)
  }
}
