import HTTPCore
import JSON
import JSONSchema
import Testing

/// A value that a schema refuses for one reason.
struct Refusal: CustomTestStringConvertible {
  let schema: String
  let value: String
  /// The violation's instance, keyword and place in the schema.
  let places: (instance: String, keyword: String, schema: String)
  let expected: String
  let found: String

  init(
    _ schema: String, _ value: String, at instance: String = "", _ keyword: String, in place: String? = nil,
    _ expected: String, _ found: String
  ) {
    self.schema = schema
    self.value = value
    places = (instance, keyword, place ?? "#/\(keyword)")
    self.expected = expected
    self.found = found
  }

  var testDescription: String { "\(value) for \(schema)" }
}

@Suite("A violation")
struct ViolationTests {
  @Test("of a keyword for scalars names both places and says what is wrong", arguments: scalars)
  func scalar(refusal: Refusal) throws {
    try check(refusal)
  }

  @Test("of a keyword for arrays and objects does too", arguments: containers)
  func container(refusal: Refusal) throws {
    try check(refusal)
  }

  @Test("of a keyword that applies schemas does too", arguments: applicators)
  func applicator(refusal: Refusal) throws {
    try check(refusal)
  }

  private func check(_ refusal: Refusal) throws {
    let compiled = try schema(refusal.schema)
    let value = try json(refusal.value)
    let violations = compiled.violations(of: value)
    #expect(!compiled.isValid(value))
    #expect(violations.count == 1)
    let violation = try #require(violations.first)
    #expect(violation.instance.description == refusal.places.instance)
    #expect(violation.keyword == refusal.places.keyword)
    #expect(violation.schemaLocation == refusal.places.schema)
    #expect(violation.expected == refusal.expected)
    #expect(violation.found == refusal.found)
  }

  @Test("is one of all that are found, up to the limit")
  func limit() throws {
    let compiled = try schema(#"{"items": {"type": "string"}, "maxItems": 2}"#)
    let value = try json("[1, 2, 3, 4]")
    let places = compiled.violations(of: value).map(\.instance.description)
    #expect(places == ["", "/0", "/1", "/2", "/3"])
    #expect(compiled.violations(of: value, limit: 2).count == 2)
    #expect(compiled.violations(of: value, limit: 0).isEmpty)
    #expect(try compiled.violations(of: json(#"["a"]"#)).isEmpty)
  }

  @Test("reads as a sentence")
  func description() throws {
    let compiled = try schema(#"{"properties": {"status": {"enum": ["active", "inactive"]}}}"#)
    let violations = try compiled.violations(of: json(#"{"status": "retired"}"#)) + compiled.violations(of: json("{}"))
    #expect(violations.map(\.description) == [#"/status must be one of active, inactive, but is "retired""#])
    #expect(try schema("false").violations(of: .null).first?.description == "the value must not be there, but is null")
  }

  @Test("names the place where the keyword is written, in any document")
  func location() throws {
    let registry = SchemaRegistry(documents: [
      "shop.json": try json(#"{"properties": {"price/net": {"$ref": "money.json#/$defs/amount"}}}"#),
      "money.json": try json(#"{"$defs": {"amount": {"minimum": 0}}}"#),
    ])
    let violation = try CompiledSchema(registry, uri: "shop.json").violations(of: json(#"{"price/net": -1}"#)).first
    #expect(violation?.instance == JSONPointer(["price/net"]))
    #expect(violation?.instance.description == "/price~1net")
    #expect(violation?.schemaLocation == "money.json#/$defs/amount/minimum")
  }

  @Test("shortens what it shows")
  func shortens() throws {
    let long = String(repeating: "a", count: 100)
    let violation = try schema(#"{"type": "string", "maxLength": 3, "pattern": "b"}"#).violations(of: .string(long))
      .last
    #expect(violation?.found == "is \"\(String(repeating: "a", count: 39))…")
    let many = JSONValue.array((1...20).map { .number(JSONNumber($0)) })
    let list = try CompiledSchema(["enum": many]).violations(of: 0).first?.expected
    #expect(list == "must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … (20 values)")
  }
}
