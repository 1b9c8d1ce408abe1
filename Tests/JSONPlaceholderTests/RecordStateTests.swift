import Foundation
import ServerTestSupport
import Testing
import World

@Suite("What is written to JSONPlaceholder")
struct RecordStateTests {
  private func count(_ path: String, _ server: TestServer) throws -> Int {
    try (JSONSerialization.jsonObject(with: server.send("GET", path).data) as? [Any])?.count ?? -1
  }

  @Test("is there in the next run on the same folder, also what was removed before it was ever read")
  func kept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mock-api-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let server = try TestServer { $0.dataDirectory = folder }
      #expect(try server.send("POST", "/posts", body: #"{"title":"kept"}"#).status == 201)
      #expect(try server.send("DELETE", "/albums/1").status == 200)
    }
    let server = try TestServer { $0.dataDirectory = folder }
    #expect(try server.send("GET", "/posts/101").json["title"] as? String == "kept")
    #expect(try count("/posts", server) == 101)
    #expect(try count("/photos?albumId=1", server) == 0)
    #expect(try count("/photos", server) == 4950)
  }

  @Test("takes the records along that belong to it, theirs too")
  func cascade() throws {
    let server = try TestServer()
    #expect(try server.send("DELETE", "/users/1").status == 200)
    let counts = try ["/users", "/posts", "/comments", "/albums", "/photos", "/todos"].map { try count($0, server) }
    #expect(counts == [9, 90, 450, 90, 4500, 180])
  }

  @Test("has an id of its own, however many write at once")
  func concurrent() async throws {
    let server = try TestServer()
    let port = server.port
    let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let client = try RawClient(port: port)
          return try (0..<25).map { _ in
            try client.send("POST", "/todos", headers: [], body: Array("{}".utf8)).json["id"] as? Int ?? -1
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.sorted() == Array(201...400))
    #expect(try count("/todos", server) == 400)
  }

  private static let overriding: [(method: String?, username: String?)] = [
    ("PATCH", "Bret"), ("put", nil), ("Delete", nil), ("GET", "Bret"), (nil, "Bret"),
  ]

  @Test("may be changed by a POST that says which method it means", arguments: overriding)
  func overridden(method: String?, username: String?) throws {
    let server = try TestServer()
    let headers = method.map { [("X-HTTP-Method-Override", $0)] } ?? []
    let response = try server.send("POST", "/users/1", headers: headers, body: #"{"name":"New"}"#)
    let isKnown = ["PATCH", "PUT", "DELETE"].contains(method?.uppercased())
    #expect(response.status == (isKnown ? 200 : 404))
    let read = try server.send("GET", "/users/1")
    #expect(read.status == (method?.uppercased() == "DELETE" ? 404 : 200))
    #expect(read.json["username"] as? String == username)
  }

  @Test("changes the tag of what it is part of, and of nothing else")
  func tags() throws {
    let server = try TestServer()
    func tag(_ path: String) throws -> String? { try server.send("GET", path).header("ETag") }
    let before = try [tag("/posts"), tag("/users"), tag("/users?_embed=posts"), tag("/posts/1")]
    let again = try server.send("GET", "/posts", headers: [("If-None-Match", before[0] ?? "")])
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(try server.send("PATCH", "/posts/2", body: #"{"title":"x"}"#).status == 200)
    let after = try [tag("/posts"), tag("/users"), tag("/users?_embed=posts"), tag("/posts/1")]
    #expect(before[0] != after[0] && before[2] != after[2])
    #expect(before[1] == after[1] && before[3] == after[3])
  }
}
