import JSON
import OpenAPI
import Testing

@Suite("Paths")
struct PathTests {
  @Test("of one template are merged under the first one's names")
  func merged() throws {
    let document = try document(
      """
      openapi: 3.0.0
      paths:
        /a/{x}/b/{y}: {get: {responses: {}}}
        /a/{one}/b/{two}:
          parameters: [{name: one, in: path, required: true, schema: {type: integer}}]
          put:
            parameters: [{$ref: '#/components/parameters/two'}, {name: one, in: query, schema: {type: string}}]
            responses: {}
      components: {parameters: {two: {name: two, in: path, required: true, schema: {type: string}}}}
      """)
    #expect(document.root["paths"]?.object?.keys == ["/a/{x}/b/{y}"])
    let parameters = document.at("/paths/~1a~1{x}~1b~1{y}/put/parameters")?.array ?? []
    #expect(parameters.map { $0["name"] } == ["y", "one", "x"])
    #expect(parameters.map { $0["in"] } == ["path", "query", "path"])
  }

  @Test("that a server cannot tell apart are an error that names both")
  func clash() throws {
    let failure = try #require(
      try failure("openapi: 3.0.0\npaths:\n  /a/{x}: {get: {}}\n  /a/{y}:\n    get: {}\n"))
    #expect(failure.line == 5)
    #expect(failure.pointer == "/paths/~1a~1{y}/get")
    #expect(failure.reason.contains("GET /a/{y} and GET /a/{x}"))
  }

  @Test("may stand in files of their own, whole or by operation")
  func ofTheirOwn() throws {
    let workspace = try Workspace([
      "shop.yaml": """
      openapi: 3.0.0
      paths:
        /pets: {$ref: paths/pets.yaml}
        /owners: {get: {$ref: 'paths/owners.yaml#/list'}}
        /same: {$ref: '#/paths/~1pets'}
      components: {schemas: {Pet: {type: string}}}
      """,
      "paths/pets.yaml": """
      get:
        operationId: list
        responses: {"200": {content: {application/json: {schema: {$ref: ../shop.yaml#/components/schemas/Pet}}}}}
      """,
      "paths/owners.yaml": """
      list: {operationId: owners, responses: {"200": {$ref: '#/fine'}}}
      fine: {description: Fine}
      """,
    ])
    let document = try workspace.load("shop.yaml")
    let schema = document.at("/paths/~1pets/get/responses/200/content/application~1json/schema/$ref")
    #expect(schema == "#/components/schemas/Pet")
    #expect(document.at("/paths/~1owners/get/operationId") == "owners")
    #expect(document.at("/paths/~1owners/get/responses/200/$ref") == "#/components/responses/fine")
    #expect(document.at("/components/responses/fine/description") == "Fine")
    #expect(document.at("/paths/~1same/get/operationId") == "list-2")
    #expect(
      document.files == [workspace.path("shop.yaml")] + ["paths/pets.yaml", "paths/owners.yaml"].map(workspace.path))
  }

  @Test("that are none are left out with a note")
  func none() throws {
    let document = try document(
      "openapi: 3.0.0\npaths:\n  a: {get: {parameters: 12, responses: [], post: 1}}\n  /b: 12\n  /c: {get: no}\n  x-d: {get: {}}\n"
    )
    #expect(document.root["paths"]?.object?.keys == ["/a", "/c"])
    #expect(document.at("/paths/~1c/get") == nil)
    #expect(document.notes.count == 5, "\(document.notes)")
  }
}
