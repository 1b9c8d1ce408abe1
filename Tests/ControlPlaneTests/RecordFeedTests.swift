import CustomAPIs
import Foundation
import Server
import ServerTestSupport
import Synchronization
import Testing
import World

/// What the feed of a server's default world reports, as texts such as `created lotes lote_1 request`.
private final class Feed: Sendable {
  private final class Lines: Sendable {
    let all = Mutex<[Change]>([])
  }

  private let lines = Lines()
  private let subscription: ChangeSubscription

  init(_ server: TestServer, _ filter: ChangeFilter = ChangeFilter()) {
    subscription = server.server.world.follow(filter) { [lines] changes in lines.all.withLock { $0 += changes } }
  }

  /// The changes since it was asked last.
  func take() -> [Change] {
    lines.all.withLock { all in
      defer { all = [] }
      return all
    }
  }

  func takeLines() -> [String] {
    take().map { "\($0.kind) \($0.resource ?? "-") \($0.id ?? "-") \($0.origin)" }
  }
}

@Suite("The feed of records")
struct RecordFeedTests {
  @Test("says what clients of a built-in API change, with the account, and what cascades do")
  func agroBridge() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let feed = Feed(server, ChangeFilter(api: "agrobridge"))
    let producer = try server.send(
      "POST", "/v1/productores", token: token, body: #"{"nombre":"Ana Ruiz","email":"ana@example.com"}"#)
    let owner = try #require(producer.json["id"] as? String)
    let body = """
      {"nombre":"Norte","ubicacion":"Lima","tipoCultivo":"maiz","areaHectareas":2.5,"productorId":"\(owner)"}
      """
    let plot = try server.send("POST", "/v1/lotes", token: token, body: body)
    let id = try #require(plot.json["id"] as? String)
    let created = feed.take()
    #expect(created.map(\.kind) == [.created, .created])
    #expect(created.allSatisfy { $0.account != nil && $0.origin == .request })
    #expect(created[1].after == Array(plot.data))
    #expect(try server.send("PUT", "/v1/lotes/\(id)", token: token, body: body).status == 200)
    let updated = feed.take()
    #expect(updated.map(\.kind) == [.updated])
    #expect(updated.first?.before == Array(plot.data))
    #expect(try server.send("DELETE", "/v1/productores/\(owner)", token: token).status == 204)
    #expect(Set(feed.takeLines()) == ["deleted productores \(owner) request", "updated lotes \(id) request"])
    #expect(try server.send("DELETE", "/v1/lotes/\(id)", token: token).status == 204)
    #expect(feed.takeLines() == ["deleted lotes \(id) request"])
    #expect(try server.send("GET", "/v1/lotes", token: token).status == 200)
    #expect(feed.take().isEmpty)
  }

  @Test("says what clients of a custom API change, and nothing of the records that it begins with")
  func customAPI() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "shop.json")
    try Data(Self.document.utf8).write(to: file)
    let server = try TestServer { $0.own.documents = [NamedPath("shop=\(file.path)")].compactMap(\.self) }
    let feed = Feed(server, ChangeFilter(api: "shop"))
    #expect(try server.send("GET", "/shop/items").status == 200)
    #expect(feed.take().isEmpty)
    let answer = try server.send("POST", "/shop/items", body: #"{"name":"cup"}"#)
    #expect(answer.status == 201)
    let id = try #require(answer.json["id"] as? Int)
    let created = feed.take()
    #expect(created.map(\.kind) == [.created])
    #expect(created.first?.id == "\(id)")
    #expect(created.first?.before == nil)
    #expect(created.first?.after.map { String(decoding: $0, as: UTF8.self) }?.contains("cup") == true)
    #expect(try server.send("DELETE", "/shop/items/\(id)").status == 204)
    #expect(feed.take().map(\.kind) == [.deleted])
  }

  @Test("says what a test edits and resets, and what it imports")
  func control() throws {
    let server = try TestServer()
    let token = try server.signIn()
    let before = try server.send("GET", "/_mock/state").text
    let feed = Feed(server, ChangeFilter(api: "agrobridge", resources: ["lotes"]))
    let id = try #require(Self.ids(try server.send("GET", "/v1/lotes", token: token)).first)
    let edit = #"{"where":{"id":"\#(id)"},"set":{"nombre":"Otro"}}"#
    #expect(try server.send("PATCH", "/_mock/data/agrobridge_lote", body: edit).status == 200)
    #expect(feed.takeLines() == ["updated lotes \(id) edit"])
    #expect(try server.send("PUT", "/_mock/state", body: before).status / 100 == 2)
    #expect(feed.takeLines() == ["replaced - - restore", "updated lotes \(id) restore"])
    #expect(try server.send("POST", "/_mock/reset").status / 100 == 2)
    #expect(feed.takeLines() == ["replaced - - restore"])
    #expect(try server.send("DELETE", "/v1/lotes/\(id)", token: try server.signIn()).status == 204)
    #expect(feed.takeLines() == ["deleted lotes \(id) request"])
  }

  @Test("says that records of JSONPlaceholder are replaced, and which go with another one")
  func jsonPlaceholder() throws {
    let server = try TestServer()
    let feed = Feed(server, ChangeFilter(api: "jsonplaceholder"))
    #expect(try server.send("PUT", "/posts/1", body: #"{"title":"t"}"#).status == 200)
    #expect(feed.takeLines() == ["updated posts 1 request"])
    #expect(try server.send("DELETE", "/posts/1").status == 200)
    let gone = feed.take()
    #expect(gone.allSatisfy { $0.kind == .deleted })
    #expect(gone.filter { $0.resource == "comments" }.count == 5)
  }

  @Test("has the sensors be read, and says each reading")
  func sensors() throws {
    let stage = try GreenhouseWorld()
    let feed = Feed(stage.server, ChangeFilter(api: "invernaderos", resources: ["messages"]))
    try stage.put("clock", #"{"advance":"PT5S"}"#)
    let answer = try stage.post("sensors/readings", "", status: 201)
    let changes = feed.take().filter { $0.kind == .created }
    #expect(changes.allSatisfy { $0.origin == .simulation })
    #expect(changes.last?.after.map { String(decoding: $0, as: UTF8.self) }?.isEmpty == false)
    #expect(changes.count >= 1)
    #expect(!answer.isEmpty)
  }

  private static func ids(_ answer: RawResponse) -> [String] {
    (answer.json["lotes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  private static let document = """
    {"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"servers":[{"url":"/shop"}],"paths":{
      "/items":{
        "get":{"responses":{"200":{"description":"All","content":{"application/json":{"schema":{"type":"array",
          "items":{"$ref":"#/components/schemas/Item"}}}}}}},
        "post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Item"}}}},
          "responses":{"201":{"description":"Made","content":{"application/json":{"schema":
          {"$ref":"#/components/schemas/Item"}}}}}}},
      "/items/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],
        "delete":{"responses":{"204":{"description":"Gone"}}}}},
      "components":{"schemas":{"Item":{"type":"object","required":["name"],"properties":{
        "id":{"type":"integer","readOnly":true},"name":{"type":"string"}}}}}}
    """
}
