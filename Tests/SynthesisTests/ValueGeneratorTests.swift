import JSON
import JSONSchema
import Synthesis
import Testing

/// Makes and checks values of schemas that stand alone, at `/schema` of a document.
enum Trial {
  static let now: Int64 = 1_900_000_000
  static let place = JSONPointer(["schema"])

  static func parse(_ text: String) throws -> JSONValue {
    try JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumDepth: 128))
  }

  static func context(_ number: Int = 0, _ direction: ValueContext.Direction = .answer) -> ValueContext {
    ValueContext(direction: direction, now: now, number: number, origin: "http://mock.test")
  }

  /// Values of records from 0 on, each checked by the validator that answers are checked with.
  static func values(_ schema: String, count: Int = 8, fixed: JSONValue? = nil) throws -> [JSONValue] {
    let root: JSONValue = ["schema": try parse(schema)]
    let maker = ValueGenerator(root: root)
    let compiled = try CompiledSchema(
      SchemaRegistry(documents: ["d": root]), uri: "d", pointer: place, assertsFormats: true)
    return try (0..<count).map { number in
      let value = try maker.value(place, seed: UInt64(number), context: context(number), fixed: fixed)
      let violations = compiled.violations(of: value)
      #expect(violations.isEmpty, "\(text(value)): \(violations)")
      return value
    }
  }

  static func text(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.serialize(value, sortedKeys: false), as: UTF8.self)
  }
}

@Suite("Values of schemas")
struct ValueGeneratorTests {
  /// Schemas that allow nothing, each with the place that a failure names; nil for any.
  private static let contradictions: [(schema: String, place: String?)] = [
    ("false", ""),
    (#"{"allOf": [{"type": "string"}, {"type": "integer"}]}"#, ""),
    (#"{"type": "string", "minLength": 5, "maxLength": 4}"#, ""),
    (#"{"type": "string", "minLength": 1000000000}"#, ""),
    (#"{"type": "string", "pattern": "^(a)\\1$"}"#, ""),
    (#"{"type": "integer", "minimum": 5, "maximum": 4}"#, ""),
    (#"{"type": "integer", "multipleOf": 1e-300, "minimum": 0.1, "maximum": 0.2}"#, ""),
    (#"{"type": "array", "minItems": 1000000000}"#, ""),
    (#"{"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": true}"#, ""),
    (#"{"type": "array", "minItems": 2, "maxItems": 1}"#, ""),
    (#"{"type": "object", "minProperties": 1000000000, "additionalProperties": {}}"#, ""),
    (#"{"required": ["a"], "additionalProperties": false}"#, "/additionalProperties"),
    (
      #"{"required": ["a"], "properties": {"a": {"type": "object", "required": ["b"], "properties": {"b": false}}}}"#,
      "/properties/a/properties/b"
    ),
    (#"{"oneOf": [{"type": "integer"}, {"type": "integer"}]}"#, ""),
    (#"{"enum": []}"#, ""),
    (#"{"enum": ["a"], "type": "integer"}"#, ""),
    (
      ##"{"$ref": "#/schema/properties/a", "properties": {"a": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/schema"}}}}}"##,
      nil
    ),
  ]

  @Test(
    "Each keyword is met",
    arguments: [
      #"{"type": "string", "minLength": 200, "maxLength": 210}"#,
      #"{"type": "string", "maxLength": 1}"#,
      #"{"type": "string", "format": "email", "minLength": 40}"#,
      #"{"type": "number", "minimum": 0.1, "exclusiveMaximum": 0.3, "multipleOf": 0.05}"#,
      #"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001}"#,
      #"{"type": "number", "minimum": 1e20, "maximum": 1e21}"#,
      #"{"type": "number", "multipleOf": 1e-9, "minimum": 5}"#,
      #"{"type": "integer", "exclusiveMinimum": 5, "maximum": 6}"#,
      #"{"type": "integer", "minimum": -9223372036854775808, "maximum": -9223372036854775807, "format": "int64"}"#,
      #"{"type": "integer", "multipleOf": 7, "minimum": 100, "maximum": 105}"#,
      #"{"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "type": "integer", "minimum": 1}"#,
      #"{"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 3, "uniqueItems": true}"#,
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}"#,
      #"{"type": "array", "items": {"type": "integer"}, "contains": {"const": 7}, "minContains": 2}"#,
      #"{"type": "array", "items": {"type": "boolean"}, "minItems": 60}"#,
      #"{"type": "array"}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 3, "maxProperties": 4}"#,
      #"{"type": "object", "additionalProperties": false}"#,
      #"{"patternProperties": {"^x-": {"type": "null"}}, "additionalProperties": false, "minProperties": 1}"#,
      #"{"type": "object", "propertyNames": {"pattern": "^[a-f]{4}$"}, "additionalProperties": true, "minProperties": 2}"#,
      #"{"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "maxProperties": 1}"#,
      #"{"allOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"properties": {"a": {"minimum": 9}}}]}"#,
      #"{"allOf": [{"allOf": [{"type": "string"}]}, {"maxLength": 3}], "minLength": 3}"#,
      #"{"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}"#,
      #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#,
      #"{"anyOf": [{"required": ["q"], "properties": {"q": {"const": 1}}}, {"type": "null"}]}"#,
      #"{"anyOf": [{"type": "string"}, {"type": "integer"}], "oneOf": [{"minimum": 3, "type": "integer"}, {"type": "null"}]}"#,
      #"{"type": "integer", "not": {"multipleOf": 2}}"#,
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "not": {"required": ["a"]}}"#,
      """
      {"properties": {"k": {"const": "x"}}, "required": ["k"], "if": {"properties": {"k": {"const": "x"}}},
       "then": {"required": ["z"], "properties": {"z": {"type": "boolean"}}}}
      """,
      """
      {"properties": {"k": {"const": "y"}}, "required": ["k"], "if": {"properties": {"k": {"const": "x"}}},
       "else": {"required": ["z"], "properties": {"z": {"type": "boolean"}}}}
      """,
      """
      {"properties": {"card": {"type": "string"}, "bill": {"type": "string"}}, "required": ["card"],
       "dependentRequired": {"card": ["bill"]}}
      """,
      """
      {"properties": {"card": {"type": "string"}}, "required": ["card"],
       "dependentSchemas": {"card": {"properties": {"bill": {"type": "integer"}}, "required": ["bill"]}}}
      """,
      #"{"allOf": [{"properties": {"a": {"type": "string"}}}], "unevaluatedProperties": false}"#,
      #"{"type": ["string", "null"], "format": "date-time"}"#,
      #"{"enum": [1, "two", null, [3], {"four": 4}]}"#,
      #"{"const": {"a": [1]}}"#,
      "true",
      "{}",
    ])
  func keyword(_ schema: String) throws {
    #expect(try Trial.values(schema).count == 8)
  }

  @Test(
    "Formats are met",
    arguments: [
      "date-time", "date", "time", "duration", "uuid", "email", "idn-email", "uri", "uri-reference", "hostname", "ipv4",
      "ipv6", "byte", "binary", "password", "json-pointer", "regex", "unheard-of",
    ])
  func format(_ name: String) throws {
    let values = try Trial.values(#"{"type": "string", "format": "\#(name)"}"#)
    #expect(values.allSatisfy { $0.string?.isEmpty == false })
  }

  @Test(
    "Patterns are met",
    arguments: [
      #"^[A-Z]{3}-\\d{4}(-x|-y)?$"#,
      #"^cus_[A-Za-z0-9]{14}$"#,
      #"^(\\w+\\s){2,4}\\w+$"#,
      #"^\\+?[1-9]\\d{1,14}$"#,
      #"^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$"#,
      #"\\bcat\\b"#,
      #"^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$"#,
      #"^(?:a|b(?<n>c))+$"#,
      #"^\\u0041\\x42.?$"#,
      #"^\\p{Lu}\\p{Ll}+$"#,
      #"^(?!0)[0-9]{3}$"#,
      #"^[\\w.-]+$"#,
      #"^(([0-9]{1,3}\\.){3})[0-9]{1,3}$"#,
      #"^\\S*$"#,
      "", "^.{0,500}$", "^[-+]{2}[/]$", "^[^a-z]{4}$", "a|^b$", "x{,2}", "^$",
    ])
  func pattern(_ pattern: String) throws {
    #expect(try Trial.values(#"{"type": "string", "pattern": "\#(pattern)"}"#).count == 8)
  }

  @Test("A pattern and bounds of the length hold together")
  func patternWithLength() throws {
    let values = try Trial.values(
      #"{"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$", "minLength": 30, "maxLength": 33}"#)
    #expect(values.allSatisfy { (30...33).contains($0.string?.count ?? 0) })
  }

  @Test(
    "What no value meets is a failure with its place",
    arguments: contradictions)
  func impossible(_ schema: String, _ place: String?) throws {
    let failure = #expect(throws: SynthesisFailure.self) { try Trial.values(schema, count: 1) }
    if let place { #expect(failure?.place.description == "/schema" + place) }
    #expect(failure?.reason.isEmpty == false)
  }

  @Test("A place without a schema is a failure")
  func nothing() {
    let maker = ValueGenerator(root: [:])
    let failure = #expect(throws: SynthesisFailure.self) {
      try maker.value(Trial.place, seed: 0, context: Trial.context())
    }
    #expect(failure?.description == "#/schema: there is no schema at this place")
  }
}
