import JSON
import OpenAPI
import Resources
import Testing

/// What is understood of documents that frameworks make of code.
@Suite struct FrameworkStyleTests {
  private func model(_ paths: String, schemas: String = "{}") throws -> APIModel {
    let text = #"{"openapi": "3.1.0", "paths": {\#(paths)}, "components": {"schemas": \#(schemas)}}"#
    let whole = text.replacing("REF/", with: "#/components/schemas/")
    return APIModel(
      OpenAPIDocument(name: "small", title: "Small", root: try JSONParser.parse(Array(whole.utf8)), servers: []))
  }

  private static let pet =
    #"{"Pet": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}}"#
  private static let pets = #"{"schema": {"type": "array", "items": {"$ref": "REF/Pet"}}}"#

  @Test(arguments: [("form", "p", "page", "size"), ("deepObject", "page", "page[number]", "page[size]")])
  func readsTheMembersOfAnObjectInTheQuery(style: String, name: String, page: String, size: String) throws {
    let member = style == "form" ? page : "number"
    let parameter =
      #"{"name": "\#(name)", "in": "query", "style": "\#(style)", "schema": {"type": "object", "properties": {"\#(member)": {"type": "integer", "minimum": 0}, "size": {"type": "integer"}}}}"#
    let model = try model(
      #""/pets": {"get": {"parameters": [\#(parameter)], "responses": {"200": {"description": "", "content": {"application/json": \#(Self.pets)}}}}}"#,
      schemas: Self.pet)
    let list = try #require(model.operations.first)
    #expect(list.kind == .list)
    #expect(list.paging?.style == .page)
    #expect(list.paging?.position == page)
    #expect(list.paging?.size == size)
    #expect(list.paging?.first == 0)
  }

  @Test func listsWhereTheAnswerIsLeftOpen() throws {
    let model = APIModel(
      smallDocument(
        ["POST /cats <Cat >201", "GET /cats >200", "GET /cats/{id} >200", "PATCH /cats/{id} <Cat >200"],
        schemas: ["Cat": "name:string;age:integer"]))
    #expect(model.operations.map(\.kind) == [.create, .list, .read, .update])
    // What is called an id is none of the members.
    #expect(model.resources.first?.idMember == nil)
  }

  @Test func findsTheRecordBesideMembersThatMayBeAnything() throws {
    let model = try model(
      #""/users/{id}": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"allOf": [{"$ref": "REF/Response"}, {"type": "object", "properties": {"data": {"$ref": "REF/Pet"}}}]}}}}}}}"#,
      schemas: Self.pet.dropLast()
        + #", "Response": {"type": "object", "properties": {"code": {"type": "integer"}, "data": {}, "message": {"type": "string"}}}}"#
    )
    #expect(model.operations.first?.answerEnvelope == ["data"])
    #expect(model.resources.first?.idMember == "id")
  }

  @Test func knowsTheAnswerInEachMediaType() throws {
    let wrapped =
      #"{"schema": {"type": "object", "properties": {"hydra:member": {"type": "array", "items": {"$ref": "REF/Pet"}}, "hydra:totalItems": {"type": "integer"}}}}"#
    let model = try model(
      #""/pets": {"get": {"responses": {"200": {"description": "", "content": {"application/ld+json": \#(wrapped), "application/json": \#(Self.pets)}}}}}"#,
      schemas: Self.pet)
    let list = try #require(model.operations.first)
    #expect(list.answerEnvelope == ["hydra:member"])
    #expect(list.paging?.members.map(\.role) == [.total])
    #expect(list.forms["application/json"]?.envelope == [])
  }

  @Test func readsWhereARecordHasItsOwnAddress() {
    let model = APIModel(
      smallDocument(
        ["GET /books > [Book]", "GET /books/{id} > Book", "GET /users > [User]", "GET /users/{id} > User"],
        schemas: [
          "Book": "title:string;@id:string;id:integer;_links:(self:(href:string))", "User": "id:integer;name:string",
        ]))
    #expect(model.resource("books")?.addressMembers == [["@id"], ["_links", "self", "href"]])
    #expect(model.resource("books")?.idMember == "id")
    #expect(model.resource("users")?.addressMembers == [])
  }

  @Test func knowsPeopleByWhatTheyDo() {
    let model = APIModel(
      smallDocument(
        ["GET /users > [User]", "GET /users/{id} > User", "GET /items > [Item]", "GET /items/{id} > Item"],
        schemas: ["User": "id:uuid;name:string", "Item": "id:integer;owner_id:uuid;author_id:integer;owner:string"]))
    #expect(model.resource("items")?.references == ["owner_id": "users"])
  }

  @Test func chosenRecordsAreThoseOfAnotherResource() {
    let model = APIModel(
      smallDocument(
        [
          "GET /products > [Product]", "GET /products/{productId} > Product", "GET /me/favorites > [Product]",
          "PUT /me/favorites/{productId} >204", "DELETE /me/favorites/{productId} >204",
        ], schemas: ["Product": "id:string;name:string"]))
    #expect(model.resource("favorites")?.chosenFrom == "products")
    #expect(model.resource("products")?.chosenFrom == nil)
  }

  @Test func oneRecordOfANestedListIsTheSame() {
    let model = APIModel(
      smallDocument(
        [
          "GET /posts > [Post]", "GET /posts/{post} > Post", "GET /posts/{post}/comments > (data:[Comment])",
          "DELETE /comments/{comment} >204",
        ], schemas: ["Post": "id:integer;title:string", "Comment": "id:integer;body:string"]))
    #expect(model.operations.map(\.resource) == ["posts", "posts", "comments", "comments"])
    #expect(model.operations.last?.kind == .delete)
  }

  @Test func tellsTheNumbersOfTheRecordsOnAPage() {
    let model = APIModel(
      smallDocument(
        ["GET /posts ?page:integer > (data:[Post];meta:(from:integer;to:integer;total:integer;last:boolean))"],
        schemas: ["Post": "id:integer;title:string"]))
    #expect(model.operations[0].paging?.members.map(\.role) == [.firstNumber, .lastNumber, .total, .isLast])
  }

  @Test func deletesWhatTheQueryChooses() {
    let model = APIModel(
      smallDocument(
        ["GET /todos > [Todo]", "DELETE /todos ?done >204", "GET /notes > [Todo]", "DELETE /notes ?before >204"],
        schemas: ["Todo": "id:integer;done:boolean"]))
    #expect(model.operations.map(\.kind) == [.list, .delete, .list, .call])
    #expect(model.operations[1].filters == ["done": "done"])
  }
}
