import JSON
import Synthesis
import Testing

/// Schemas that would cost time, memory or the stack without bound. Each of these ends, with a value or a failure.
@Suite("Hostile schemas")
struct HostileSchemaTests {
  private static func end(_ schema: JSONValue, _ others: JSONValue = [:]) {
    let root: JSONValue = ["schema": schema, "others": others]
    let (maker, other) = (ValueGenerator(root: root), ValueGenerator(root: root))
    for number in 0..<2 {
      let made = outcome(maker, number)
      // What gives up does so at a fixed amount of work, so that a maker that knows nothing yet comes to the same end.
      #expect(made == outcome(other, number))
      switch made {
      case .failure(let failure): #expect(!failure.reason.isEmpty)
      case .success(let value):
        _ = try? maker.projected(value, on: Trial.place, seed: 1, context: Trial.context(number))
        _ = try? maker.value(Trial.place, seed: 2, context: Trial.context(number, .request), fixed: value)
      }
    }
    let names = maker.members(of: Trial.place).map(\.name)
    #expect(Set(names).count == names.count)
  }

  private static func outcome(_ maker: ValueGenerator, _ number: Int) -> Result<JSONValue, SynthesisFailure> {
    do throws(SynthesisFailure) {
      return .success(try maker.value(Trial.place, seed: 1, context: Trial.context(number)))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    "Extreme keywords end",
    arguments: [
      #"{"type": "number", "multipleOf": 1e-300}"#,
      #"{"type": "number", "multipleOf": 1e300}"#,
      #"{"type": "number", "minimum": 1e-9223372036854775808, "maximum": 1e9223372036854775807}"#,
      #"{"type": "number", "minimum": 1e308, "maximum": 1.7e308}"#,
      #"{"type": "number", "minimum": -1e400, "exclusiveMinimum": 1e4000000000}"#,
      #"{"type": "number", "minimum": 123456789012345678901234567890123456789012345678901234567890}"#,
      #"{"type": "number", "minimum": 99999999999999999999999999999, "multipleOf": 0.000000000000000001}"#,
      #"{"type": "integer", "multipleOf": 99999999999999999999999999, "minimum": 1}"#,
      #"{"allOf": [{"multipleOf": 999999999999999989}, {"multipleOf": 999999999999999877}], "type": "integer", "minimum": 1}"#,
      #"{"type": "integer", "default": 1e99, "example": 9223372036854775807, "format": "int32"}"#,
      #"{"properties": {"id": {"type": "integer", "example": 9223372036854775807}}}"#,
      #"{"properties": {"created": {"type": "number", "multipleOf": 0.000000000000000001, "example": 1e14}}}"#,
      #"{"type": "string", "pattern": "((((a{1000}){1000}){1000}){1000})"}"#,
      #"{"type": "string", "pattern": "((((){1000000}){1000000}){1000000}){1000000}"}"#,
      #"{"type": "string", "pattern": "^(x+x+)+y$", "minLength": 3000}"#,
      #"{"type": "string", "pattern": "[\\u0000-\\u{10FFFF}]{100}"}"#,
      #"{"type": "string", "pattern": "\\"}"#,
      #"{"type": "string", "pattern": "[[[{{{(((?<"}"#,
      #"{"type": "string", "minLength": 9223372036854775807}"#,
      #"{"type": "array", "minItems": 1000, "items": {"type": "array", "minItems": 1000, "items": {"type": "string"}}}"#,
      #"{"type": "array", "minItems": 9223372036854775807, "maxItems": 9223372036854775807}"#,
      #"{"type": "array", "uniqueItems": true, "minItems": 2000, "items": {"type": "integer"}}"#,
      #"{"contains": {"type": "integer"}, "minContains": 9223372036854775807}"#,
      #"{"type": 7, "enum": {}, "properties": [], "required": "a", "allOf": {}, "oneOf": [], "items": [], "$ref": 3}"#,
      #"{"type": [], "minLength": -1, "pattern": 4, "format": null, "discriminator": {"propertyName": 1}}"#,
      ##"{"$ref": "#/nowhere"}"##,
      #"{"$ref": "other.yaml#/a"}"#,
      ##"{"$ref": "#/schema"}"##,
      ##"{"$ref": "#/%zz"}"##,
      ##"{"allOf": [{"$ref": "#/schema"}], "type": "string"}"##,
      ##"{"anyOf": [{"$ref": "#/schema"}]}"##,
      ##"{"not": {"$ref": "#/schema"}}"##,
      ##"{"if": {"$ref": "#/schema"}, "then": {"$ref": "#/schema"}}"##,
      ##"{"type": "object", "required": ["a"], "additionalProperties": {"$ref": "#/schema"}}"##,
      ##"{"type": "object", "propertyNames": {"$ref": "#/schema"}, "minProperties": 1}"##,
      ##"{"type": "array", "minItems": 1, "items": {"$ref": "#/schema"}}"##,
      ##"{"examples": 5, "example": {"a": {"a": {}}}, "properties": {"a": {"$ref": "#/schema"}}}"##,
    ])
  func keyword(_ schema: String) throws {
    Self.end(try Trial.parse(schema))
  }

  /// A chain of schemas, each made of the next one.
  private static func chain(_ count: Int, _ link: (JSONValue) -> JSONValue, end: JSONValue) -> JSONValue {
    var members = JSONObject()
    for number in 0..<count {
      let reference: JSONValue = ["$ref": .string("#/others/s\(number + 1)")]
      members["s\(number)"] = link(reference)
    }
    members["s\(count)"] = end
    return .object(members)
  }

  @Test(
    "Schemas that double at each step end",
    arguments: ["allOf", "anyOf", "oneOf"], [JSONValue.bool(false), ["type": "string"], ["required": ["a"]]])
  func doubling(_ keyword: String, _ last: JSONValue) {
    Self.end(["$ref": "#/others/s0"], Self.chain(60, { [keyword: .array([$0, ["allOf": [$0]]])] }, end: last))
    Self.end(["$ref": "#/others/s0"], Self.chain(5_000, { [keyword: .array([$0])] }, end: last))
  }

  @Test("Objects that double at each step end")
  func doublingObjects() {
    let link: (JSONValue) -> JSONValue = { ["properties": ["a": $0, "b": $0], "required": ["a", "b"]] }
    Self.end(["$ref": "#/others/s0"], Self.chain(38, link, end: ["type": "string"]))
    Self.end(["$ref": "#/others/s0"], Self.chain(1_000, link, end: ["type": "string"]))
  }

  @Test("Many alternatives that exclude each other end")
  func manyAlternatives() {
    let branch: JSONValue = ["type": "object", "properties": ["a": ["$ref": "#/schema"]], "required": ["a"]]
    Self.end(["oneOf": .array(Array(repeating: branch, count: 300))])
    let groups: [JSONValue] = (0..<30).map { number in
      ["anyOf": [["required": [.string("a\(number)")]], ["required": [.string("b\(number)")]]]]
    }
    Self.end(["type": "object", "allOf": .array(groups)])
  }

  @Test("A wide schema ends")
  func wide() {
    var members = JSONObject()
    for number in 0..<5_000 { members["m\(number)"] = ["$ref": "#/schema"] }
    Self.end(["type": "object", "properties": .object(members)])
    Self.end(["type": "object", "properties": .object(members), "required": .array(members.keys.map { .string($0) })])
  }
}
