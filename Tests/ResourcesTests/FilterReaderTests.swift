import JSON
import OpenAPI
import Resources
import Testing

/// What chooses among the records of a list, and what records inside of records name.
@Suite struct FilterReaderTests {
  private static let product =
    #"{"type": "object", "properties": {"id": {"type": "integer"}, "price": {"type": "number"}, "placedAt": {"type": "string", "format": "date-time"}, "createdAt": {"type": "string", "format": "date-time"}}}"#
  private static let order =
    #"{"type": "object", "properties": {"id": {"type": "integer"}, "lines": {"type": "array", "items": {"type": "object", "properties": {"productId": {"type": "integer"}, "quantity": {"type": "integer"}}}}}}"#

  private func model(query: [String], method: String = "get") throws -> APIModel {
    let parameters = query.map { #"{"name": "\#($0)", "in": "query", "required": true, "schema": {"type": "string"}}"# }
    let list = { (name: String) in
      let schema = ##"{"type": "array", "items": {"$ref": "#/components/schemas/\##(name)"}}"##
      return #""responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#
    }
    let isGet = method == "get"
    let answer = isGet ? list("Product") : #""responses": {"204": {"description": ""}}"#
    let filtered = #""\#(method)": {"parameters": [\#(parameters.joined(separator: ", "))], \#(answer)}"#
    let other = isGet ? "" : #", "get": {\#(list("Product"))}"#
    let paths = #"{"/products": {\#(filtered)\#(other)}, "/orders": {"get": {\#(list("Order"))}}}"#
    let schemas = #"{"Product": \#(Self.product), "Order": \#(Self.order)}"#
    let text = #"{"openapi": "3.1.0", "paths": \#(paths), "components": {"schemas": \#(schemas)}}"#
    return APIModel(
      OpenAPIDocument(name: "small", title: "Small", root: try JSONParser.parse(Array(text.utf8)), servers: []))
  }

  @Test(arguments: [
    ("minPrice", "price", true), ("price_max", "price", false), ("placedAfter", "placedAt", true),
    ("created_before", "createdAt", false), ("since", "createdAt", true),
  ])
  func knowsBounds(name: String, member: String, isLower: Bool) throws {
    let list = try #require(try model(query: [name]).operations.first)
    #expect(list.lowerBounds == (isLower ? [name: member] : [:]))
    #expect(list.upperBounds == (isLower ? [:] : [name: member]))
    #expect(list.filters.isEmpty)
  }

  @Test(arguments: ["maxLength", "after_sales", "price"]) func takesNothingElseForABound(name: String) throws {
    let list = try #require(try model(query: [name]).operations.first)
    #expect(list.lowerBounds.isEmpty)
    #expect(list.upperBounds.isEmpty)
  }

  @Test func deletesTheOnesThatTheQueryNames() throws {
    let model = try model(query: ["ids"], method: "delete")
    let deletion = try #require(model.operations.first { $0.method == "DELETE" })
    #expect(deletion.kind == .delete)
    #expect(deletion.severalIDs == SeveralIDs(name: "ids", isInQuery: true))
  }

  @Test func namesRecordsInsideOfArrays() throws {
    #expect(try model(query: []).resource("orders")?.references == ["lines[].productId": "products"])
  }
}
