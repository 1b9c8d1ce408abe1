import Foundation
import ServerTestSupport
import Testing

@Suite("An entity tag")
struct ConditionalRequestTests {
  private static let paths = [
    "/v1/lotes", "/v1/lotes?search=cafe&page=1", "/v1/lotes/lote_1", "/v1/dashboard/stats", "/v1/productores",
    "/v1/productores/prod_1", "/v1/bloques", "/v1/bloques/bloque_1",
  ]

  @Test("is the same for the same content, on another server too", arguments: paths)
  func stable(path: String) throws {
    let (first, second) = (try TestServer(), try TestServer { $0.randomSeed = 2 })
    let tags = try [first, first, second].map { server in
      let response = try server.send("GET", path, token: try server.signIn())
      #expect(response.status == 200)
      return try #require(response.header("ETag"))
    }
    #expect(tags[0].hasPrefix("\"") && tags[0].hasSuffix("\"") && tags[0].count > 2)
    #expect(Set(tags).count == 1)
  }

  @Test("differs between contents")
  func distinct() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let tags = try Self.paths.map { try server.send("GET", $0, token: token).header("ETag") }
    #expect(Set(tags).count == Self.paths.count)
  }

  @Test("that the client has already is 304 without content", arguments: paths)
  func notModified(path: String) throws {
    let server = try TestServer()
    let token = try server.signIn()
    let full = try server.send("GET", path, token: token)
    let tag = try #require(full.header("ETag"))
    let client = try RawClient(port: server.port)
    for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "\"other\" ,W/\(tag),\"more\"", "*"] {
      for method in ["GET", "HEAD"] {
        let response = try client.send(method, path, token: token, headers: [("If-None-Match", condition)])
        #expect(response.status == 304)
        #expect(response.header("ETag") == tag)
        #expect(response.header("Cache-Control") == full.header("Cache-Control"))
        #expect(response.header("Content-Type") == nil)
        // OkHttp reads as many bytes as are announced, 304 or not.
        #expect([nil, "0"].contains(response.header("Content-Length")))
      }
    }
    // Had any 304 carried content, this answer could not be read from the same connection.
    #expect(try client.send("GET", path, token: token).text == full.text)
  }

  @Test(
    "that is another one, or none, gets the content", arguments: ["\"other\"", "W/\"other\"", "other", ""])
  func modified(condition: String) throws {
    let server = try TestServer()
    let response = try server.send(
      "GET", "/v1/lotes/lote_1", token: try server.signIn(), headers: [("If-None-Match", condition)])
    #expect(response.status == 200)
    #expect(response.json["id"] as? String == "lote_1")
  }

  @Test("needs its quotes")
  func unquoted() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let tag = try #require(try server.send("GET", "/v1/lotes/lote_1", token: token).header("ETag"))
    let response = try server.send(
      "GET", "/v1/lotes/lote_1", token: token,
      headers: [("If-None-Match", String(tag.dropFirst().dropLast()))])
    #expect(response.status == 200)
  }

  @Test("changes with each write to what the content is made of, and comes back with the old content")
  func followsWrites() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let affected = ["/v1/lotes", "/v1/dashboard/stats", "/v1/productores", "/v1/productores/prod_1"]
    let untouched = ["/v1/bloques", "/v1/lotes/lote_1", "/v1/productores/prod_2"]
    func tags(_ paths: [String]) throws -> [String?] {
      try paths.map { try server.send("GET", $0, token: token).header("ETag") }
    }
    let (before, other) = (try tags(affected), try tags(untouched))
    #expect(
      try server.send("POST", "/v1/lotes", token: token, body: AgroBridgeBody.lote(of: "prod_1")).status == 201)
    for (path, old) in zip(affected, before) {
      let response = try server.send("GET", path, token: token, headers: [("If-None-Match", try #require(old))])
      #expect(response.status == 200, "\(path)")
      #expect(response.header("ETag") != old, "\(path)")
    }
    #expect(try tags(untouched) == other)
    #expect(try server.send("DELETE", "/v1/lotes/lote_165", token: token).status == 204)
    #expect(try tags(affected) == before)
  }

  @Test("is not confused by the same path under another query")
  func queries() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let whole = try server.send("GET", "/v1/lotes", token: token)
    let tag = try #require(whole.header("ETag"))
    let page = try server.send("GET", "/v1/lotes?page=1", token: token, headers: [("If-None-Match", tag)])
    #expect(page.status == 200)
    #expect(page.records("lotes").count == 20)
  }

  @Test("comes with the order to ask again each time, and to keep the content private", arguments: paths)
  func cacheControl(path: String) throws {
    let server = try TestServer()
    let response = try server.send("GET", path, token: try server.signIn())
    let directives = try #require(response.header("Cache-Control")).split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(Set(directives) == ["private", "no-cache"])
  }

  @Test("does not open what a token must open")
  func needsToken() throws {
    let response = try TestServer().send("GET", "/v1/lotes", headers: [("If-None-Match", "*")])
    #expect(response.status == 401)
  }
}
