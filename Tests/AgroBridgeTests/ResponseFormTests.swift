import Foundation
import ServerTestSupport
import Testing

@Suite("An answer")
struct ResponseFormTests {
  @Test(
    "to HEAD has the headers of GET and no content",
    arguments: [
      ("/v1/lotes", 200), ("/v1/lotes/lote_1", 200), ("/v1/dashboard/stats", 200), ("/v1/lotes/none", 404),
      ("/v1/lotes?page=0", 400),
    ])
  func head(path: String, status: Int) throws {
    let server = try TestServer()
    server.clock.freeze(true)
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    let get = try client.send("GET", path, token: token)
    let head = try client.send("HEAD", path, token: token)
    #expect(get.status == status)
    #expect(head.status == status)
    func lines(_ answer: RawResponse) -> [String] {
      answer.headers.map { "\($0.name): \($0.value)" }.sorted()
    }
    #expect(lines(head) == lines(get))
    #expect(head.header("Content-Length") == "\(get.body.count)")
    // Had the answer to HEAD carried content, this one could not be read from the same connection.
    #expect(try client.send("GET", "/v1/lotes/lote_2", token: token).json["id"] as? String == "lote_2")
  }

  @Test("tells its length in bytes, not in characters")
  func contentLength() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let created = try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(named: "Ñandú 🌱"))
    let read = try server.send("GET", "/v1/lotes/lote_165", token: token)
    for answer in [created, read] {
      #expect(answer.json["nombre"] as? String == "Ñandú 🌱")
      #expect(answer.header("Content-Length") == "\(answer.text.utf8.count)")
      #expect(answer.text.utf8.count > answer.text.count)
    }
  }

  @Test(
    "is dated by the world's clock",
    arguments: [
      ("2024-11-01T12:00:00Z", "Fri, 01 Nov 2024 12:00:00 GMT"),
      ("2030-02-28T23:59:59Z", "Thu, 28 Feb 2030 23:59:59 GMT"),
    ])
  func date(moment: String, expected: String) throws {
    let server = try TestServer()
    try server.freeze(at: moment)
    server.advance(seconds: 0, nanoseconds: 999_999_999)
    for path in ["/v1/lotes", "/v1/none", "/v1/auth/login"] {
      let answer = try server.send("GET", path)
      #expect(answer.headers.filter { $0.name.lowercased() == "date" }.map(\.value) == [expected])
    }
  }

  @Test(
    "states its dates in UTC and whole seconds, whenever they were made",
    arguments: [
      ("lotes", 164), ("bloques", 260),
    ])
  func dates(list: String, atLeast: Int) throws {
    let server = try TestServer()
    let token = try server.signIn()
    server.clock.freeze(true)
    server.advance(seconds: 1, nanoseconds: 123_456_789)
    #expect(try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote).status == 201)
    let changed = try server.send("PUT", "/v1/lotes/lote_2", token: token, body: AgroBridgeBody.lote)
    #expect(changed.json["fechaActualizacion"] != nil)
    let text = try server.send("GET", "/v1/\(list)", token: token).text
    let values = text.matches(of: /"(\d{4}-\d\d-\d\dT[^"]*)"/).map(\.output.1)
    #expect(values.count >= atLeast)
    for value in values {
      #expect(value.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(value)")
    }
    let named = text.matches(of: /"(fechaCreacion|fechaActualizacion|timestamp)":/).count
    #expect(named == values.count)
  }

  @Test("writes accents, emoji and slashes as they are")
  func text() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let user = try server.send(
      "POST", "/v1/auth/login", body: #"{"email":"usuario@example.com","password":"password123"}"#)
    #expect(user.text.contains(#""nombre":"Juan Pérez""#))
    let escaped = "Caf\\u00e9 a\\/b \\ud83c\\udf31"
    for answer in [
      try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(named: escaped)),
      try server.send("GET", "/v1/lotes/lote_165", token: token),
    ] {
      #expect(answer.text.contains(#""nombre":"Café a/b 🌱""#))
    }
    let refusal = try server.send("GET", "/v1/lotes/caf%C3%A9%2F1", token: token)
    #expect(refusal.text.contains("café/1"))
  }

  @Test(
    "that created a record leads to it",
    arguments: [
      ("/v1/lotes", "/v1/lotes/lote_165"), ("/v1/lotes/", "/v1/lotes/lote_165"),
      ("/agrobridge/v1/lotes", "/agrobridge/v1/lotes/lote_165"),
      ("/v1/productores", "/v1/productores/prod_249"),
    ])
  func location(path: String, location: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let created = try server.send("POST", path, token: token, body: AgroBridgeBody.lote)
    #expect(created.status == 201)
    #expect(created.header("Location") == location)
    let followed = try server.send("GET", location, token: token)
    #expect(followed.status == 200)
    #expect(followed.text == created.text)
  }

  @Test(
    "without content has neither type nor length",
    arguments: [
      ("DELETE", "/v1/lotes/lote_1"), ("POST", "/v1/auth/logout"), ("OPTIONS", "/v1/lotes"),
    ])
  func noContent(method: String, path: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let client = try RawClient(port: server.port)
    let answer = try client.send(method, path, token: token)
    #expect(answer.status == 204)
    #expect(answer.header("Content-Type") == nil)
    // RFC 9110 §8.6: a 204 has no Content-Length.
    #expect(answer.header("Content-Length") == nil)
    #expect(answer.header("Transfer-Encoding") == nil)
    #expect(try client.send("POST", "/v1/auth/login", body: Array("{}".utf8)).status == 422)
  }
}
