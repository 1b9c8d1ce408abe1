import Contract
import JSON
import OpenAPI
import Testing

@Suite("A schema")
struct SchemaTests {
  private func schema(_ text: String, version: String = "3.0.3") throws -> (value: JSONValue?, notes: [String]) {
    let document = try document(schemas("  Other: {type: object}\n  Pet: \(text)", version: version))
    return (document.at("/components/schemas/Pet"), document.notes)
  }

  @Test("of OpenAPI 3.0 says what it means in draft 2020-12", arguments: translations)
  func translation(before: String, after: String) throws {
    let (value, notes) = try schema(before)
    #expect(try value == json(after))
    #expect(notes.isEmpty, "\(notes)")
  }

  private static let translations: [(String, String)] = [
    ("{type: string, nullable: true}", #"{"type": ["string", "null"]}"#),
    ("{type: string, nullable: false}", #"{"type": "string"}"#),
    ("{type: string, enum: [a, b], nullable: true}", #"{"type": ["string", "null"], "enum": ["a", "b", null]}"#),
    ("{enum: [a], nullable: true}", #"{"enum": ["a", null]}"#),
    (
      "{allOf: [{$ref: '#/components/schemas/Other'}], nullable: true, description: d}",
      ##"{"description": "d", "anyOf": [{"$ref": "#/components/schemas/Other"}, {"type": "null"}]}"##
    ),
    ("{anyOf: [{type: string}], nullable: true}", #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#),
    (
      "{oneOf: [{type: string}], type: string, nullable: true}",
      #"{"anyOf": [{"oneOf": [{"type": "string"}], "type": "string"}, {"type": "null"}]}"#
    ),
    ("{minimum: 1, exclusiveMinimum: true}", #"{"exclusiveMinimum": 1}"#),
    ("{maximum: 1, exclusiveMaximum: false}", #"{"maximum": 1}"#),
    ("{$ref: '#/components/schemas/Other', type: string}", ##"{"$ref": "#/components/schemas/Other"}"##),
    (
      "{$ref: '#/components/schemas/Other', x-mock-id: true}",
      ##"{"$ref": "#/components/schemas/Other", "x-mock-id": true}"##
    ),
    ("{example: 12}", #"{"example": 12, "examples": [12]}"#),
    ("{format: int32, x-mock-id: true}", #"{"format": "int32", "x-mock-id": true}"#),
    (
      "{type: object, properties: {a: {nullable: true, type: object, properties: {$ref: {type: string}}}}}",
      #"{"type": "object", "properties": {"a": {"type": ["object", "null"], "properties": {"$ref": {"type": "string"}}}}}"#
    ),
  ]

  @Test("of OpenAPI 3.1 keeps what stands beside a reference, and knows no nullable")
  func current() throws {
    let text = "{$ref: '#/components/schemas/Other', description: d, nullable: true, examples: [1]}"
    let (value, notes) = try schema(text, version: "3.1.0")
    #expect(try value == json(##"{"$ref": "#/components/schemas/Other", "description": "d", "examples": [1]}"##))
    #expect(notes.isEmpty)
  }

  @Test("with what no schema may say is repaired, with a note", arguments: repairs)
  func repair(before: String, after: String) throws {
    for version in ["3.0.3", "3.1.0"] {
      let (value, notes) = try schema(before, version: version)
      #expect(try value == json(after))
      #expect(notes.count == 1, "\(notes)")
      #expect(notes.first?.hasPrefix("#/components/schemas/Pet") == true)
      #expect(notes.first?.hasSuffix(".") == true)
    }
  }

  private static let repairs: [(String, String)] = [
    ("{type: date}", #"{"type": "string", "format": "date"}"#),
    ("{type: file}", #"{"type": "string", "format": "binary"}"#), ("{type: String}", #"{"type": "string"}"#),
    ("{type: long}", #"{"type": "integer", "format": "int64"}"#), ("{type: any}", "{}"), ("{type: 12}", "{}"),
    ("{required: true}", "{}"), ("{required: [a, 1]}", #"{"required": ["a"]}"#), ("{minLength: -1}", "{}"),
    ("{maxLength: \"20\"}", #"{"maxLength": 20}"#), ("{maxItems: 1.5}", "{}"), ("{minimum: a}", "{}"),
    ("{minimum: \"1\"}", #"{"minimum": 1}"#), ("{multipleOf: 0}", "{}"), ("{multipleOf: -0.01}", "{}"),
    ("{pattern: \"(\"}", "{}"), ("{pattern: '^[\\w-.]+$'}", #"{"pattern": "^[\\w\\-.]+$"}"#),
    ("{pattern: '/^a$/i'}", #"{"pattern": "(?i)^a$"}"#), ("{enum: []}", "{}"), ("{enum: a}", "{}"),
    ("{type: string, enum: [1, true]}", #"{"type": "string", "enum": ["1", "true"]}"#),
    ("{type: integer, enum: [\"1\"]}", #"{"type": "integer", "enum": [1]}"#),
    ("{items: [{type: string}]}", #"{"prefixItems": [{"type": "string"}]}"#), ("{items: 12}", "{}"),
    ("{properties: [a]}", "{}"), ("{properties: {a: 1}}", #"{"properties": {"a": {}}}"#), ("{allOf: []}", "{}"),
    ("{oneOf: {type: string}}", #"{"oneOf": [{"type": "string"}]}"#), ("{not: 1}", "{}"),
    ("{additionalProperties: \"false\"}", #"{"additionalProperties": false}"#), ("{uniqueItems: maybe}", "{}"),
    ("{readOnly: \"true\"}", #"{"readOnly": true}"#), ("{format: 12}", "{}"), ("12", "{}"),
  ]

  @Test("whose variants build on it is taken apart")
  func variants() throws {
    let document = try document(
      schemas(
        """
          Pet:
            properties: {kind: {type: string}}
            oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
            discriminator: {propertyName: kind}
          Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {required: [kind]}]}
          Dog: {allOf: [{$ref: '#/components/schemas/Cat'}]}
        """))
    #expect(document.at("/components/schemas/Pet/oneOf")?.array?.count == 2)
    #expect(document.at("/components/schemas/Cat/allOf/0/$ref") == "#/components/schemas/Pet-base")
    #expect(try document.at("/components/schemas/Pet-base") == json(#"{"properties": {"kind": {"type": "string"}}}"#))
    #expect(document.at("/components/schemas/Dog/allOf/0/$ref") == "#/components/schemas/Cat")
  }

  @Test("that needs itself for the same value can still be compiled", arguments: loops)
  func loop(text: String) throws {
    let document = try document(
      schemas(text, version: "3.1.0").replacing(
        "description: fine", with: "content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}"))
    let contract = try ContractDocument(api: "shop", root: document.root)
    for entry in contract.entries { _ = try contract.operation(entry) }
    #expect(!document.notes.isEmpty)
  }

  private static let loops = [
    "  A: {allOf: [{$ref: '#/components/schemas/A'}, {type: string}]}",
    "  A: {anyOf: [{$ref: '#/components/schemas/B'}, {type: string}]}\n  B: {oneOf: [{$ref: '#/components/schemas/A'}]}",
    "  A: {$ref: '#/components/schemas/B', type: string}\n  B: {$ref: '#/components/schemas/A', type: string}",
    "  A: {not: {$ref: '#/components/schemas/A'}}", "  A: {if: {$ref: '#/components/schemas/A'}, then: true}",
    "  A: {dependentSchemas: {a: {$ref: '#/components/schemas/A'}}}",
    "  A: {allOf: [{anyOf: [{$ref: '#/components/schemas/B'}]}]}\n  B: {allOf: [{$ref: '#/components/schemas/A'}]}",
  ]

  @Test("A pattern that is escaped twice is read as it was meant, and reported")
  func patternsEscapedTwice() throws {
    let document = try document(schemas(#"Phone: {type: string, pattern: '^\\d{11}$'}"#))
    #expect(document.at("/components/schemas/Phone/pattern") == .string(#"^\d{11}$"#))
    #expect(document.notes.contains { $0.contains("escaped twice") })
  }
}
