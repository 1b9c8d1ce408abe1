import OpenAPI
import Resources
import Testing

@Suite("What a list is of")
struct ListOfStateTests {
  private func model(_ operations: [String], _ schemas: [String: String]) -> APIModel {
    APIModel(smallDocument(operations, schemas: schemas))
  }

  private static let task =
    "id:integer!;title:string!;is_pinned:boolean;archived_at:string;due_date:string(date);state:string"

  @Test(
    "is the flag or the moment that the list is named after",
    arguments: [
      ("/tasks/pinned", QueryCondition(["is_pinned"], .has, value: "true")),
      ("/tasks/archived", QueryCondition(["archived_at"], .isSet)),
    ])
  func states(_ path: String, _ condition: QueryCondition) throws {
    let model = model(["GET /tasks [Task]", "GET /tasks/{id} Task", "GET \(path) [Task]"], ["Task": Self.task])
    let list = try #require(model.operations.first { $0.path == path })
    #expect(list.listed == condition)
    #expect(list.resource == "tasks")
    #expect(model.operations.first { $0.path == "/tasks" }?.listed == nil)
  }

  @Test("is those who marked a record, or what somebody marked")
  func marks() throws {
    let model = model(
      [
        "GET /users [User]", "GET /users/{id} User", "POST /users/{id}/follow User", "GET /users/{id}/followers [User]",
        "GET /users/{id}/following [User]", "GET /posts [Post]", "GET /posts/{id} Post", "POST /posts/{id}/like Post",
        "GET /posts/{id}/likes [User]",
      ],
      [
        "User": "id:integer!;username:string!;following:boolean;followers_count:integer",
        "Post": "id:integer!;text:string!;liked:boolean;likes_count:integer",
      ])
    func marks(_ path: String) -> MarkList? { model.operations.first { $0.path == path }?.marks }
    #expect(
      marks("/users/{id}/followers") == MarkList(flag: "following", marked: "users", named: "users", isOfMarkers: true))
    #expect(
      marks("/users/{id}/following") == MarkList(flag: "following", marked: "users", named: "users", isOfMarkers: false)
    )
    #expect(marks("/posts/{id}/likes") == MarkList(flag: "liked", marked: "posts", named: "posts", isOfMarkers: true))
    let like = try #require(model.operations.first { $0.path == "/posts/{id}/like" })
    #expect(like.isRelationship && like.countMember == "likes_count")
  }

  @Test("is the items of an only cart, which its responses show")
  func cart() throws {
    let model = model(
      ["GET /cart Cart", "POST /cart/items Cart", "DELETE /cart/items/{id} Cart"],
      ["Cart": "id:integer!;items:[Item];total:number", "Item": "id:integer!;quantity:integer!"])
    let add = try #require(model.operations.first { $0.path == "/cart/items" })
    #expect(add.kind == .create && add.showsParent)
    #expect(add.scopes.map(\.parameter) == [OperationDescription.Scope.onlyOne])
  }
}
