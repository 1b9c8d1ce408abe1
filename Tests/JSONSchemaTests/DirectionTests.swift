import JSON
import JSONSchema
import Testing

/// OpenAPI 3.0.3, "Schema Object": what is read only is required in answers, what is write only in requests.
@Suite("A direction")
struct DirectionTests {
  private static let account = """
    {"required": ["id", "name", "password", "tags"],
     "properties": {"id": {"$ref": "#/$defs/id"}, "name": {}, "password": {"writeOnly": true},
       "tags": {"readOnly": false}},
     "$defs": {"id": {"type": "integer", "readOnly": true},
       "base": {"properties": {"made": {"readOnly": true}}, "allOf": [{"$ref": "#/$defs/base"}]}}}
    """

  private func isValid(_ value: String, _ direction: SchemaDirection?, _ schema: String = account) throws -> Bool {
    try CompiledSchema(json(schema), direction: direction).isValid(json(value))
  }

  @Test("drops what the other half requires, and nothing else")
  func required() throws {
    let (sent, answered) = (#"{"name": 1, "password": 1, "tags": 1}"#, #"{"name": 1, "id": 1, "tags": 1}"#)
    #expect(try isValid(sent, .request))
    #expect(try !isValid(sent, .answer))
    #expect(try isValid(answered, .answer))
    #expect(try !isValid(answered, .request))
    #expect(try !isValid(sent, nil))
    #expect(try !isValid(answered, nil))
    #expect(try !isValid(#"{"name": 1, "password": 1}"#, .request))
  }

  @Test("looks at members of a schema that is built on")
  func inherited() throws {
    let schema = """
      {"$defs": {"base": {"properties": {"id": {"readOnly": true}}}}, "allOf": [{"$ref": "#/$defs/base"}],
       "required": ["id"]}
      """
    #expect(try isValid("{}", .request, schema))
    #expect(try !isValid("{}", .answer, schema))
  }

  @Test("ends where references go in a circle")
  func circle() throws {
    let schema = """
      {"required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}},
       "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}
      """
    #expect(try !isValid("{}", .request, schema))
  }
}
