import HTTPCore
import JSON
import JSONSchema
import Testing

@Suite("A schema that cannot be used")
struct HostileSchemaTests {
  @Test("is refused with the place of the keyword and a reason", arguments: wrongValues)
  func wrongValue(text: String, pointer: String, reason: String) throws {
    let error = try #require(try fault(text))
    #expect(error.pointer.description == pointer)
    #expect(error.reason == reason)
    #expect(error.description == "#\(pointer): \(reason)")
  }

  @Test("because of a reference is refused too", arguments: wrongReferences)
  func wrongReference(text: String, pointer: String, reason: String) throws {
    let error = try #require(try fault(text))
    #expect(error.pointer.description == pointer)
    #expect(error.reason == reason)
  }

  @Test(
    "because it needs itself for the same value is refused",
    arguments: [
      ##"{"$ref": "#"}"##, ##"{"$ref": "#", "type": "object"}"##, ##"{"allOf": [{"$ref": "#"}]}"##,
      ##"{"anyOf": [{"type": "null"}, {"$ref": "#"}]}"##, ##"{"oneOf": [{"$ref": "#"}]}"##,
      ##"{"not": {"$ref": "#"}}"##,
      ##"{"if": {"$ref": "#"}}"##, ##"{"if": true, "then": {"$ref": "#"}}"##, ##"{"if": true, "else": {"$ref": "#"}}"##,
      ##"{"dependentSchemas": {"a": {"$ref": "#"}}}"##,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
      ##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"allOf": [{"not": {"$ref": "#/$defs/a"}}]}}}"##,
    ])
  func loop(text: String) throws {
    #expect(try fault(text)?.reason == "refers to itself without going into the value, which would never end")
  }

  @Test(
    "does not include one that goes into the value",
    arguments: [
      ##"{"items": {"$ref": "#"}}"##, ##"{"properties": {"a": {"$ref": "#"}}}"##, ##"{"contains": {"$ref": "#"}}"##,
      ##"{"propertyNames": {"$ref": "#"}}"##, ##"{"unevaluatedProperties": {"$ref": "#"}}"##,
      ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"minimum": 1}}}"##,
    ])
  func noLoop(text: String) throws {
    #expect(try fault(text) == nil)
    #expect(try schema(text).isValid([["a": [1, ["a": 2]]]]))
  }

  @Test("is not found by its address")
  func noDocument() throws {
    let registry = SchemaRegistry(documents: ["a.json": ["$defs": ["x": true]]])
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(registry, uri: "b.json") }
    #expect(error?.reason == #"no document is registered as "b.json""#)
    #expect(error?.document == "b.json")
    let missing = #expect(throws: SchemaError.self) {
      try CompiledSchema(registry, uri: "a.json", pointer: JSONPointer(["$defs", "y"]))
    }
    #expect(missing?.description == "a.json#/$defs/y: there is nothing at this place")
    let twins = SchemaRegistry(documents: ["a.json": ["$id": "urn:x"], "b.json": ["$id": "urn:x"]])
    let ambiguous = #expect(throws: SchemaError.self) { try CompiledSchema(twins, uri: "urn:x") }
    #expect(ambiguous?.reason == #"two schemas have the identifier "urn:x""#)
  }

  @Test("matters only when it is needed")
  func unused() throws {
    #expect(try schema(##"{"$defs": {"bad": {"type": 5, "$ref": "#nowhere"}}}"##).isValid(1))
    #expect(try schema(#"{"title": 5, "nullable": "no", "example": {"$ref": 5}, "x-a": {}}"#).isValid(1))
  }
}
