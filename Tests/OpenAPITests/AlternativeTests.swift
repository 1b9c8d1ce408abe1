import JSON
import OpenAPI
import Testing

@Suite("Alternatives of a schema")
struct AlternativeTests {
  @Test("allow null where it was written beside them")
  func null() throws {
    let document = try document(
      schemas("  Id: {type: 'null', oneOf: [{type: string}, {type: number}]}", version: "3.1.0"))
    #expect(
      try document.at("/components/schemas/Id")
        == json(#"{"oneOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]}"#))
  }

  @Test("stay as they are where one of them is null already")
  func stays() throws {
    let text = "{type: 'null', anyOf: [{type: 'null'}, {type: number}]}"
    let document = try document(schemas("  Id: \(text)", version: "3.1.0"))
    #expect(
      try document.at("/components/schemas/Id")
        == json(#"{"type": "null", "anyOf": [{"type": "null"}, {"type": "number"}]}"#))
  }

  @Test("get the mapping that their discriminator lacks")
  func mapping() throws {
    let document = try document(
      schemas(
        """
          Pet:
            oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
            discriminator: {propertyName: kind}
          Cat: {type: object, properties: {kind: {type: string, enum: [cat, kitten]}}}
          Dog: {allOf: [{type: object, properties: {kind: {$ref: '#/components/schemas/DogKind'}}}]}
          DogKind: {type: string, enum: [dog]}
        """, version: "3.1.0"))
    #expect(
      try document.at("/components/schemas/Pet/discriminator/mapping")
        == json(
          ##"{"cat": "#/components/schemas/Cat", "kitten": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"}"##
        ))
  }

  @Test("keep a discriminator whose values are the names of the schemas")
  func names() throws {
    let document = try document(
      schemas(
        """
          Pet:
            oneOf: [{$ref: '#/components/schemas/Cat'}]
            discriminator: {propertyName: kind}
          Cat: {type: object, properties: {kind: {type: string, enum: [Cat]}}}
        """, version: "3.1.0"))
    #expect(try document.at("/components/schemas/Pet/discriminator") == json(#"{"propertyName": "kind"}"#))
  }
}
