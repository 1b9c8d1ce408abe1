import JSON
import JSONSchema
import Testing

@Suite("A library of schemas")
struct SchemaLibraryTests {
  private static let document: JSONValue = [
    "pet": ["properties": ["name": ["type": "string"], "owner": ["$ref": "#/owner"]]],
    "owner": ["properties": ["pets": ["items": ["$ref": "#/pet"]], "age": ["minimum": 0]]],
    "bad": ["properties": ["owner": ["$ref": "#/owner"], "other": ["type": 5]]],
    "loop": ["allOf": [["$ref": "#/owner"], ["$ref": "#/loop"]]],
  ]

  private func schema(_ name: String, _ library: SchemaLibrary) throws -> CompiledSchema {
    try library.schema(uri: "", pointer: JSONPointer([name]))
  }

  @Test("has one schema for all that refer to it, in whichever order they are asked for")
  func sharing() throws {
    let library = SchemaLibrary(SchemaRegistry(documents: ["": Self.document]))
    let pet = try schema("pet", library)
    let owner = try schema("owner", library)
    let again = try schema("pet", library)
    for schema in [pet, again] {
      #expect(schema.isValid(["owner": ["pets": [["name": "a"]]]]))
      #expect(schema.violations(of: ["owner": ["age": -1]]).map(\.schemaLocation) == ["#/owner/properties/age/minimum"])
    }
    #expect(owner.violations(of: ["pets": [["name": 1]]]).map(\.instance.description) == ["/pets/0/name"])
    #expect(owner.documentedProperties().names == ["pets", "age"])
  }

  @Test("goes on after a schema with a fault, which has it each time")
  func faults() throws {
    let library = SchemaLibrary(SchemaRegistry(documents: ["": Self.document]))
    for _ in 0..<2 {
      #expect(throws: SchemaError.self) { try schema("bad", library) }
      #expect(throws: SchemaError.self) { try schema("loop", library) }
    }
    #expect(try schema("owner", library).violations(of: ["age": -1]).count == 1)
    #expect(throws: SchemaError.self) { try schema("bad", library) }
    #expect(try schema("pet", library).isValid(["owner": ["age": 1]]))
  }

  @Test("has as many schemas as are asked for, each its own", .timeLimit(.minutes(1)))
  func many() throws {
    let schemas = (0..<1_000).map { ("s\($0)", JSONValue.object(["const": .number(JSONNumber($0))])) }
    let library = SchemaLibrary(SchemaRegistry(documents: ["": .object(JSONObject(schemas))]))
    let compiled = try schemas.map { try schema($0.0, library) }
    for (number, schema) in compiled.enumerated() {
      #expect(schema.isValid(.number(JSONNumber(number))))
      #expect(!schema.isValid(.number(JSONNumber(number + 1))))
    }
  }
}
