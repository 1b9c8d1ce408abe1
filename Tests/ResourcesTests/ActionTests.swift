import JSON
import OpenAPI
import Resources
import Testing

@Suite("What an action sets")
struct ActionTests {
  private func operation(_ path: String, _ operations: [String], record: String) throws -> OperationDescription {
    let model = APIModel(
      smallDocument(["GET /pages [Page]", "GET /pages/{id} Page"] + operations, schemas: ["Page": record]))
    return try #require(model.operations.first { $0.path == path && $0.method != "GET" })
  }

  @Test("is the moment at which it happened")
  func moments() throws {
    let record = "id:integer!;title:string!;archived_at:string;deleted_at:string"
    let archive = try operation("/pages/{id}/archive", ["POST /pages/{id}/archive Page"], record: record)
    #expect(archive.moments == [.init(member: "archived_at", isCleared: false)])
    #expect(archive.confidence >= 0.9)
    let restore = try operation("/pages/{id}/restore", ["POST /pages/{id}/restore Page"], record: record)
    #expect(
      restore.moments == [.init(member: "deleted_at", isCleared: true), .init(member: "archived_at", isCleared: true)])
    let other = try operation("/pages/{id}/print", ["POST /pages/{id}/print Page"], record: record)
    #expect(other.moments.isEmpty)
  }

  @Test(
    "is the number that stands for a state",
    arguments: [
      "State of the page. 1 = PENDING, 2 = APPROVED, 3 = DECLINED", "0: new; 1: pending; 2: approved; 3: declined",
      "pending(1), approved(2), declined(3)", "1 - pending, 2 - approved, 3 - declined",
    ])
  func codes(_ description: String) throws {
    var root = smallDocument(
      ["GET /pages [Page]", "GET /pages/{id} Page", "POST /pages/{id}/decline Page"],
      schemas: ["Page": "id:integer!;status:integer!"]
    ).root
    root.set(.string(description), at: ["components", "schemas", "Page", "properties", "status", "description"])
    let model = APIModel(OpenAPIDocument(name: "small", title: "Small", root: root, servers: []))
    let decline = try #require(model.operations.first { $0.path == "/pages/{id}/decline" })
    #expect(decline.change == .init(member: "status", value: 3))
  }

  @Test("is no number where the description counts something else")
  func numbers() throws {
    var root = smallDocument(
      ["GET /pages [Page]", "GET /pages/{id} Page", "POST /pages/{id}/decline Page"],
      schemas: ["Page": "id:integer!;status:integer!"]
    ).root
    root.set("a number from 1 to 5", at: ["components", "schemas", "Page", "properties", "status", "description"])
    let model = APIModel(OpenAPIDocument(name: "small", title: "Small", root: root, servers: []))
    #expect(model.operations.first { $0.path == "/pages/{id}/decline" }?.change == nil)
  }
}
