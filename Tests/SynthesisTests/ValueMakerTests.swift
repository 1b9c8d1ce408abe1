import JSON
import JSONSchema
import Synthesis
import Testing

@Suite("Values of schemas")
struct ValueMakerTests {
  private static let context = ValueContext(now: 1_900_000_000)

  /// Values of a schema that stands alone, of records 0 to 7, each checked.
  private static func values(_ schema: JSONValue) throws -> [JSONValue] {
    let maker = ValueMaker(root: ["schema": schema])
    let compiled = try CompiledSchema(schema, assertsFormats: true)
    return try (0..<8).map { number in
      var context = context
      context.number = number
      let value = try maker.value(JSONPointer(["schema"]), seed: UInt64(number), context: context)
      #expect(compiled.violations(of: value).isEmpty, "\(value)")
      return value
    }
  }

  @Test("Each keyword is met", arguments: [
    #"{"type": "string", "minLength": 200, "maxLength": 210}"#,
    #"{"type": "string", "pattern": "^[A-Z]{3}-\\d{4}(-x|-y)?$"}"#,
    #"{"type": "number", "minimum": 0.1, "exclusiveMaximum": 0.3, "multipleOf": 0.05}"#,
    #"{"type": "integer", "exclusiveMinimum": 5, "maximum": 6}"#,
    #"{"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 3, "uniqueItems": true}"#,
    #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}"#,
    #"{"type": "array", "items": {"type": "integer"}, "contains": {"const": 7}, "minContains": 2}"#,
    #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 3, "maxProperties": 4}"#,
    #"{"type": "object", "patternProperties": {"^x-": {"type": "null"}}, "additionalProperties": false, "minProperties": 1}"#,
    #"{"type": "object", "propertyNames": {"pattern": "^[a-f]{4}$"}, "additionalProperties": true, "minProperties": 2}"#,
    #"{"allOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"properties": {"a": {"minimum": 9}}}]}"#,
    #"{"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}"#,
    #"{"anyOf": [{"type": "object", "required": ["q"], "properties": {"q": {"const": 1}}}, {"type": "null"}]}"#,
    #"{"type": "integer", "not": {"multipleOf": 2}}"#,
    #"{"type": "object", "properties": {"k": {"const": "x"}}, "required": ["k"], "if": {"properties": {"k": {"const": "x"}}}, "then": {"required": ["z"], "properties": {"z": {"type": "boolean"}}}}"#,
    #"{"type": "object", "properties": {"card": {"type": "string"}, "bill": {"type": "string"}}, "required": ["card"], "dependentRequired": {"card": ["bill"]}}"#,
    #"{"type": "object", "properties": {"card": {"type": "string"}}, "required": ["card"], "dependentSchemas": {"card": {"properties": {"bill": {"type": "integer"}}, "required": ["bill"]}}}"#,
    #"{"type": ["string", "null"], "format": "date-time"}"#,
    #"{"enum": [1, "two", null, [3]]}"#,
  ])
  func keyword(_ text: String) throws {
    #expect(try Self.values(JSONParser.parse(Array(text.utf8))).count == 8)
  }
}
