import HTTPCore
import JSON
import JSONSchema
import Testing

@Suite("A reference of a schema")
struct ReferenceTests {
  @Test("is resolved against the document's URI, which may be relative", arguments: resolutions)
  func resolution(from base: String, reference: String, to target: String) throws {
    let registry = SchemaRegistry(documents: [
      base: .object(["$ref": .string(reference)]), target: try json(#"{"$defs": {"n": {"type": "null"}}}"#),
    ])
    #expect(try CompiledSchema(registry, uri: base).isValid(.null))
    let other = SchemaRegistry(documents: [base: .object(["$ref": .string(reference)])])
    #expect(throws: SchemaError.self) { try CompiledSchema(other, uri: base) }
  }

  private static let resolutions = [
    ("shop.json", "money.json", "money.json"), ("api/shop.json", "money.json", "api/money.json"),
    ("api/v1/shop.json", "../money.json", "api/money.json"), ("api/shop.json", "../../money.json", "money.json"),
    ("api/shop.json", "./common/./money.json", "api/common/money.json"),
    ("api/shop.json", "/money.json", "/money.json"),
    ("https://example.com/api/shop", "money", "https://example.com/api/money"),
    ("https://example.com/api/", "money#/$defs/n", "https://example.com/api/money"),
    ("https://example.com", "money", "https://example.com/money"),
    ("https://example.com/api/shop", "//cdn.example.com/money", "https://cdn.example.com/money"),
    ("https://example.com/api/shop?v=1", "?v=2", "https://example.com/api/shop?v=2"),
    ("https://example.com/api/shop", "urn:example:money", "urn:example:money"),
    ("urn:example:shop", "urn:example:money#/%24defs/n", "urn:example:money"),
    ("file:///srv/shop.json", "a/../money.json", "file:///srv/money.json"),
  ]

  @Test("may recurse as long as the value goes on")
  func recursion() throws {
    let tree = try schema(
      """
      {"type": "object", "required": ["name"], "additionalProperties": false,
       "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}}}
      """)
    #expect(try tree.isValid(json(#"{"name": "a", "children": [{"name": "b", "children": []}, {"name": "c"}]}"#)))
    let violation = try tree.violations(of: json(#"{"name": "a", "children": [{"name": "b", "children": [{}]}]}"#))
      .first
    #expect(violation?.instance.description == "/children/0/children/0")
    #expect(violation?.schemaLocation == "#/required")
  }

  @Test("follows a chain of any length without going deeper")
  func chain() throws {
    let links = (0..<5000).map { ("s\($0)", JSONValue.object(["$ref": .string("#/$defs/s\($0 + 1)")])) }
    let end: [(String, JSONValue)] = [("s5000", ["type": "null"])]
    let compiled = try CompiledSchema(["$ref": "#/$defs/s0", "$defs": .object(JSONObject(links + end))])
    #expect(compiled.isValid(.null))
    #expect(compiled.violations(of: 1).map(\.schemaLocation) == ["#/$defs/s5000/type"])
  }

  @Test("reaches schemas anywhere in an OpenAPI description, by pointer, `$id` and `$anchor`")
  func description() throws {
    let document = try json(
      """
      {"openapi": "3.1.0",
       "paths": {"/pets": {"post": {"requestBody": {"content": {"application/json": {"schema": {
         "$anchor": "newPet", "allOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "tag.json"}],
         "example": {"$id": "https://example.com/taken"}}}}}}}},
       "components": {
         "schemas": {
           "Pet": {"properties": {"name": {"type": "string"}, "mother": {"$ref": "#newPet"}}},
           "Tag": {"$id": "https://example.com/tag.json", "maxProperties": 2, "$anchor": "tag"}},
         "examples": {"pet": {"value": {"schema": {"$id": "https://example.com/taken"}}}}}}
      """)
    let registry = SchemaRegistry(documents: ["https://example.com/openapi.json": document])
    let pointer = try #require(JSONPointer(parsing: "/paths/~1pets/post/requestBody/content/application~1json/schema"))
    let compiled = try CompiledSchema(registry, uri: "https://example.com/openapi.json", pointer: pointer)
    let value = try json(#"{"name": "Nube", "mother": {"name": 5}}"#)
    #expect(compiled.violations(of: value).map(\.instance.description) == ["/mother/name"])
    #expect(try CompiledSchema(registry, uri: "https://example.com/tag.json").isValid([:]))
    #expect(throws: SchemaError.self) { try CompiledSchema(registry, uri: "https://example.com/taken") }
  }

  @Test("reaches a schema that no keyword leads to, and the names in it")
  func elsewhere() throws {
    let compiled = try schema(
      """
      {"$ref": "#/x-shared/price",
       "x-shared": {"price": {"$id": "p/", "$ref": "cents", "$defs": {"c": {"$id": "cents", "type": "integer"}}}}}
      """)
    #expect(compiled.isValid(5))
    #expect(!compiled.isValid("5"))
  }
}
