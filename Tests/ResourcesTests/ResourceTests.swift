import JSON
import OpenAPI
import Resources
import Testing

/// What is understood of records: ids, times, references, parents.
@Suite struct ResourceTests {
  /// A path with an id, a schema, and what is expected: the member and the look of the id.
  struct IDCase: Sendable, CustomTestStringConvertible {
    let path: String
    let schema: String
    let member: String?
    let style: ResourceDescription.IDStyle
    var testDescription: String { "\(path) \(schema)" }
  }

  @Test(arguments: [
    IDCase(path: "/pets/{petId}", schema: "name:string;id:integer", member: "id", style: .integer),
    IDCase(path: "/pets/{pet_id}", schema: "id:uuid;name:string", member: "id", style: .uuid),
    IDCase(path: "/pets/{petId}", schema: "id:integer;petId:string", member: "petId", style: .text),
    IDCase(path: "/users/{username}", schema: "id:integer;username:string", member: "username", style: .text),
    IDCase(path: "/articles/{slug}", schema: "slug:string;title:string", member: "slug", style: .text),
    IDCase(path: "/issues/{issue_number}", schema: "id:integer;number:integer", member: "number", style: .integer),
    IDCase(path: "/Calls/{Sid}.json", schema: "sid:string;to:string", member: "sid", style: .text),
    IDCase(path: "/teams/{team_slug}", schema: "id:integer;slug:string;name:string", member: "slug", style: .text),
    IDCase(
      path: "/customers/{customer}", schema: "id:cus_NffrFeUfNV2Hib;name:string", member: "id",
      style: .prefixed("cus_", length: 14)),
    IDCase(path: "/projects/{idOrName}", schema: "name:string;id:string", member: "id", style: .text),
    IDCase(path: "/shelves/{shelf}", schema: "name:string;theme:string", member: "name", style: .text),
    IDCase(path: "/things/{thing}", schema: "weight:number", member: nil, style: .text),
    IDCase(
      path: "/animales/{animal_id}", schema: "animal_id:integer;nombre:string", member: "animal_id", style: .integer),
  ])
  func findsTheID(of example: IDCase) throws {
    let model = APIModel(smallDocument(["GET \(example.path) > Record"], schemas: ["Record": example.schema]))
    let resource = try #require(model.resources.first)
    #expect(resource.idMember == example.member)
    #expect(resource.idStyle == example.style)
  }

  private static let shop = APIModel(
    smallDocument(
      [
        "GET /customers > [Customer]", "GET /customers/{id} > Customer", "POST /customers <Customer >201 Customer",
        "GET /tags > [Tag]", "GET /tags/{id} > Tag",
        "GET /orders ?status,customerId,placedFrom,tag_ids,sort,direction,q > [Order]", "GET /orders/{id} > Order",
        "GET /customers/{customerId}/orders > [Order]",
        "GET /orders/{orderId}/lines > [Line]", "GET /orders/{orderId}/lines/{id} > Line",
        "GET /regions/{region}/orders > [Order]",
      ],
      schemas: [
        "Customer": "id:cus_4QFJOjw2pOmAGJ;name:string;createdAt:date-time;lastModified:date-time",
        "Tag": "id:integer;name:string;created:boolean;parent_id:integer",
        "Order":
          "id:integer;customerId:string;tagIds:[integer];status:open|closed;owner:string;tag:Tag;region:string;created_at:integer;updated_at:integer",
        "Line": "id:integer;order_id:integer;quantity:integer;relatedCustomerId:string",
      ]))

  @Test func findsReferences() {
    #expect(Self.shop.resource("orders")?.references == ["customerId": "customers", "tagIds": "tags", "tag": "tags"])
    #expect(Self.shop.resource("lines")?.references == ["order_id": "orders", "relatedCustomerId": "customers"])
    #expect(Self.shop.resource("tags")?.references == ["parent_id": "tags"])
  }

  @Test func findsTimes() {
    #expect(Self.shop.resource("customers")?.createdAtMember == "createdAt")
    #expect(Self.shop.resource("customers")?.updatedAtMember == "lastModified")
    #expect(Self.shop.resource("orders")?.createdAtMember == "created_at")
    #expect(Self.shop.resource("tags")?.createdAtMember == nil)
  }

  @Test func findsParents() throws {
    func scopes(_ path: String) throws -> [OperationDescription.Scope] {
      try #require(Self.shop.operations.first { $0.path == path }).scopes
    }
    #expect(
      try scopes("/customers/{customerId}/orders") == [
        .init(parameter: "customerId", parent: "customers", member: "customerId")
      ])
    #expect(
      try scopes("/orders/{orderId}/lines/{id}") == [.init(parameter: "orderId", parent: "orders", member: "order_id")])
    #expect(try scopes("/regions/{region}/orders") == [.init(parameter: "region", parent: nil, member: "region")])
  }

  @Test func findsFiltersSortingAndSearch() throws {
    let list = try #require(Self.shop.operations.first { $0.path == "/orders" })
    #expect(list.filters == ["status": "status", "customerId": "customerId", "tag_ids": "tagIds"])
    #expect(list.sorting == .init(parameter: "sort", direction: "direction"))
    #expect(list.searchParameter == "q")
  }

  @Test func keepsOneResourceForAllPaths() {
    #expect(Self.shop.resources.map(\.name) == ["customers", "tags", "orders", "lines"])
  }

  @Test func findsRecordsByOtherMembers() throws {
    let model = APIModel(
      smallDocument(
        [
          "GET /users > [User]", "GET /users/{id} > User", "GET /users/by-name/{name} > User",
          "GET /users/email/{email} > User", "GET /v2/users/{idOrEmail} > User",
        ], schemas: ["User": "id:integer;name:string;email:string"]))
    #expect(model.resources.map(\.name) == ["users"])
    #expect(model.operations.map(\.kind) == [.list, .read, .read, .read, .read])
    #expect(model.operations.map(\.lookupMembers) == [[], [], ["name"], ["email"], ["email"]])
  }

  @Test func tellsWhatMembersOfAListSay() throws {
    let model = APIModel(
      smallDocument(
        [
          "GET /pets ?page:integer,per_page:integer > (data:[Pet];meta:(total:integer;total_pages:integer;page:integer;per_page:integer);links:(first:string;prev:string;next:string;last:string;self:string))",
          "GET /dogs ?after,before,limit:integer > (object:string;data:[Pet];first_id:string;last_id:string;has_more:boolean)",
          "GET /cats ?cursor,limit:integer > (items:[Pet];next_cursor:string;previous_cursor:string;count:integer)",
          "GET /cows ?offset:integer,limit:integer > (results:[Pet];next:uri;previous:uri;total:integer;offset:integer;limit:integer;href:uri)",
        ], schemas: ["Pet": "id:integer;name:string"]))
    let told = model.operations.map { operation in
      (operation.paging?.members ?? []).map { "\($0.path.joined(separator: "."))=\($0.role.rawValue)" }
    }
    #expect(
      told[0] == [
        "meta.total=total", "meta.total_pages=pageCount", "meta.page=page", "meta.per_page=size",
        "links.first=firstURL", "links.prev=previousURL", "links.next=nextURL", "links.last=lastURL",
        "links.self=selfURL",
      ])
    #expect(told[1] == ["first_id=firstID", "last_id=lastID", "has_more=hasMore"])
    #expect(told[2] == ["next_cursor=nextPosition", "previous_cursor=previousPosition", "count=count"])
    #expect(
      told[3] == ["next=nextURL", "previous=previousURL", "total=total", "offset=offset", "limit=size", "href=selfURL"])
  }
}
