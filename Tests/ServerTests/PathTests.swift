import Foundation
import ServerTestSupport
import Testing

@Suite("A path")
struct PathTests {
  @Test(
    "may be written in several ways",
    arguments: [
      "/v1/lotes/lote_1", "/v1/lotes/lote_1/", "//v1//lotes///lote_1//", "/v1/lotes/lote%5F1",
      "/%76%31/%6Cotes/lote_1", "/agrobridge/v1/lotes/lote_1", "//agrobridge/v1/lotes/lote_1/",
      "http://localhost/v1/lotes/lote_1", "http://127.0.0.1:3000/v1/lotes/lote_1",
      "https://api.agrobridge.io/v1/lotes/lote_1", "HTTP://LOCALHOST/v1/lotes/lote_1",
      "/v1/lotes/lote_1?", "/v1/lotes/lote_1?x=y",
    ])
  func spellings(path: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let response = try server.send("GET", path, token: token)
    #expect(response.status == 200)
    #expect(response.text == (try server.send("GET", "/v1/lotes/lote_1", token: token).text))
  }

  @Test(
    "is compared as it is: no other case, no prefix left out or doubled",
    arguments: [
      "/V1/lotes/lote_1", "/v1/Lotes/lote_1", "/v1/lotes/LOTE_1", "/lotes/lote_1", "/v1/v1/lotes/lote_1",
      "/api/v1/lotes/lote_1", "/agrobridge/lotes/lote_1", "/agrobridge/agrobridge/v1/lotes/lote_1",
      "/v1/lotes/lote_1/x",
    ])
  func strangers(path: String) throws {
    let server = try TestServer()
    #expect(try server.send("GET", path, token: try server.signIn()).status == 404)
  }

  @Test(
    "keeps an encoded slash, or what looks like a dot segment, inside its segment",
    arguments: [
      ("lote%2F1", "lote/1"), ("%2Flote_1%2f", "/lote_1/"), ("..%2Flote_1", "../lote_1"),
      ("caf%C3%A9", "café"), ("a+b", "a+b"), ("a%20b", "a b"), ("lote%ZZ1", "lote%ZZ1"),
      ("100%25", "100%"), ("a%26b", "a&b"), ("%", "%"),
    ])
  func ids(encoded: String, id: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", "/v1/lotes/\(encoded)", token: try server.signIn())
    #expect(response.status == 404)
    #expect(response.errorDetails == ["field": "id", "value": id])
  }

  @Test("that is not UTF-8 text is refused", arguments: ["/%C3/lotes"])
  func notText(path: String) throws {
    let server = try TestServer()
    #expect(try server.send("GET", path, token: try server.signIn()).status == 400)
  }

  @Test("does not end at an encoded question mark", arguments: ["%3F", "%3f"])
  func encodedQuestionMark(mark: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    #expect(try server.send("DELETE", "/v1/lotes/lote_1\(mark)dry=1", token: token).status == 404)
    #expect(try server.send("GET", "/v1/lotes/lote_1\(mark)x=y", token: token).status == 404)
    #expect(try server.send("GET", "/v1/lotes\(mark)page=1", token: token).status == 404)
    #expect(try server.send("GET", "/v1/lotes/lote_1", token: token).status == 200)
    #expect(try server.send("GET", "/posts\(mark)userId=1?_limit=2").status == 404)
    // No post has that id, so it has no comments.
    #expect(try server.send("GET", "/posts/1\(mark)/comments").text == "[]")
    #expect(try server.send("GET", "/media/avatars/who\(mark)me.png").header("Content-Type") == "image/png")
    // A query keeps it, and its value.
    let found = try server.send("GET", "/posts?title=\(mark)&userId=1")
    #expect(found.status == 200 && found.text == "[]", "\(found.excerpt)")
  }

  @Test(
    "under the documented host belongs to the API, whatever it is",
    arguments: [
      "api.agrobridge.io", "API.AgroBridge.io", "api.agrobridge.io:3000",
    ])
  func documentedHost(host: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    #expect(try Self.ask("/v1/lotes/lote_1", host: host, token: token, of: server).status == 200)
    let unknown = try Self.ask("/nada", host: host, token: token, of: server)
    #expect(unknown.status == 404)
    #expect(unknown.errorCode == "RESOURCE_NOT_FOUND")
    // The server's own routes are there under every host: links to its pictures begin with the client's.
    #expect(try Self.ask("/_mock/echo", host: host, token: token, of: server).status == 426)
  }

  @Test(
    "under any other host goes by itself",
    arguments: [
      "localhost", "api.agrobridge.io.example.com", "example.com", "[::1]:3000", "10.0.2.2:3000", "",
    ])
  func otherHosts(host: String) throws {
    let server = try TestServer { $0.allowedHosts = ["*.example.com", "example.com"] }
    let token = try server.signIn()
    #expect(try Self.ask("/v1/lotes/lote_1", host: host, token: token, of: server).status == 200)
    #expect(try Self.ask("/_mock/nada", host: host, token: token, of: server).errorCode == "UNKNOWN_ROUTE")
  }

  @Test(
    "in absolute form takes its host from there, not from Host (RFC 9112 §3.2.2)",
    arguments: [
      ("http://api.agrobridge.io/nada", "localhost", "RESOURCE_NOT_FOUND"),
      ("http://localhost/_mock/nada", "api.agrobridge.io", "UNKNOWN_ROUTE"),
    ])
  func absoluteFormHost(target: String, host: String, code: String) throws {
    let server = try TestServer()
    #expect(try Self.ask(target, host: host, token: nil, of: server).errorCode == code)
  }

  @Test(
    "that cannot be read is refused in the words of the API it is for",
    arguments: [
      ("/v1/%FF", "localhost", "VALIDATION_ERROR"), ("/agrobridge/%FF", "localhost", "VALIDATION_ERROR"),
      ("/%FF", "api.agrobridge.io", "VALIDATION_ERROR"), ("http://localhost/v1/%FF", "x", "VALIDATION_ERROR"),
      ("http://api.agrobridge.io/%FF", "x", "VALIDATION_ERROR"), ("/_mock/%FF", "localhost", "MALFORMED_REQUEST"),
    ])
  func refusedByOwner(target: String, host: String, code: String) throws {
    let server = try TestServer()
    let response = try Self.ask(target, host: host, token: nil, of: server)
    #expect(response.status == 400)
    #expect(response.errorCode == code)
  }

  /// Sends a request with a `Host` of the test's own.
  private static func ask(
    _ target: String, host: String, token: String?, of server: TestServer
  ) throws -> RawResponse {
    let client = try RawClient(port: server.port)
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    try client.write("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)\r\n")
    return try client.readResponse()
  }
}
