import JSON
import OpenAPI
import Testing

@Suite("A path whose parameter names a kind of record")
struct PathExpansionTests {
  private static let text = """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    paths:
      /objects/{entity}:
        parameters:
          - {name: entity, in: path, required: true, schema: {type: string, enum: [products, tasks]}}
        get:
          operationId: list
          responses:
            "200":
              description: fine
              content:
                application/json:
                  schema:
                    type: array
                    items: {oneOf: [{$ref: "#/components/schemas/Product"}, {$ref: "#/components/schemas/Task"}]}
      /objects/{entity}/{id}:
        parameters:
          - {name: entity, in: path, required: true, schema: {type: string, enum: [products, tasks]}}
          - {name: id, in: path, required: true, schema: {type: string}}
        get: {operationId: read, responses: {"200": {description: fine}}}
      /requests/{id}/{decision}:
        post:
          operationId: decide
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: decision, in: path, required: true, schema: {type: string, enum: [approve, decline]}}
          responses: {"200": {description: fine}}
      /reports/{format}:
        get:
          operationId: report
          parameters: [{name: format, in: path, required: true, schema: {type: string, enum: [pdf, csv]}}]
          responses: {"200": {description: fine}}
    components:
      schemas:
        Product: {type: object, required: [price], properties: {id: {type: integer}, price: {type: number}}}
        Task: {type: object, required: [done], properties: {id: {type: integer}, done: {type: boolean}}}
    """

  @Test("has a path for each kind, with the schema of that kind alone")
  func kinds() throws {
    let document = try document(Self.text)
    let items = "/get/responses/200/content/application~1json/schema/items"
    let products = try #require(document.at("/paths/~1objects~1products\(items)"))
    #expect(products["$ref"] == "#/components/schemas/Product" || products["properties"]?["price"] != nil)
    let tasks = try #require(document.at("/paths/~1objects~1tasks\(items)"))
    #expect(tasks["$ref"] == "#/components/schemas/Task" || tasks["properties"]?["done"] != nil)
    #expect(
      document.at("/paths/~1objects~1products/get/operationId")
        != document.at("/paths/~1objects~1tasks/get/operationId"))
    #expect(document.at("/paths/~1objects~1{entity}/get") != nil)
  }

  @Test("has a path for each action")
  func actions() throws {
    let document = try document(Self.text)
    #expect(document.at("/paths/~1requests~1{id}~1approve/post") != nil)
    let names = document.at("/paths/~1requests~1{id}~1decline/post/parameters")?.array?.compactMap {
      $0["name"]?.string
    }
    #expect(names == ["id"])
  }

  @Test("stays one path where the values are neither kinds nor actions")
  func others() throws {
    let document = try document(Self.text)
    #expect(document.at("/paths/~1reports~1pdf") == nil)
    #expect(document.at("/paths/~1reports~1{format}/get") != nil)
  }
}
