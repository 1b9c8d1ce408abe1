import JSON
import JSONSchema
import Synthesis
import Testing

@Suite("Values that are given")
struct GivenValueTests {
  private static let account = """
    {"type": "object", "required": ["id", "name", "password", "plan"], "properties": {
      "id": {"type": "integer", "readOnly": true}, "name": {"type": "string", "maxLength": 10},
      "password": {"type": "string", "writeOnly": true}, "plan": {"enum": ["free", "paid"]},
      "note": {"type": ["string", "null"]}, "age": {"type": "integer"}, "active": {"type": "boolean"}}}
    """

  private static func maker(_ schema: String, _ others: String = "{}") throws -> ValueGenerator {
    ValueGenerator(root: ["schema": try Trial.parse(schema), "components": ["schemas": try Trial.parse(others)]])
  }

  @Test("What is given stays, what the schema does not allow is made anew")
  func kept() throws {
    let fixed: JSONValue = [
      "id": 7, "name": "Ann", "plan": "gold", "note": nil, "age": "42", "unknown": true, "active": "true",
    ]
    let value = try Self.maker(Self.account)
      .value(Trial.place, seed: 1, context: Trial.context(3), fixed: fixed)
    #expect(value["id"] == 7)
    #expect(value["name"] == "Ann")
    #expect(["free", "paid"].contains(value["plan"]))
    #expect(value["note"] == JSONValue.null)
    #expect(value["age"] == 42)
    #expect(value["active"] == true)
    #expect(value["unknown"] == nil)
  }

  @Test(
    "A number whose exponent no machine number holds is one like any other",
    arguments: ["1e-9223372036854775808", "0.1e9223372036854775807", "1e-99999999999999999999"])
  func exponents(_ number: String) throws {
    let schema = #"{"type": "object", "properties": {"size": {"type": "number", "minimum": -5}}}"#
    let fixed = try Trial.parse(#"{"size": \#(number), "other": 1}"#)
    let value = try Self.maker(schema).value(Trial.place, seed: 1, context: Trial.context(0), fixed: fixed)
    #expect(value["size"]?.number != nil)
  }

  @Test("Records take the values in turn that the document names, as far as the schema allows them")
  func named() throws {
    let maker = try Self.maker(
      """
      {"type": "object", "properties": {"currency": {"type": "string", "x-mock-value": "CHF"},
        "size": {"enum": ["S", "M", "L"], "x-mock-values": ["L", "S"]},
        "stock": {"type": "integer", "maximum": 9, "x-mock-value": 10}}}
      """)
    let values = try (0..<3).map { try maker.value(Trial.place, seed: UInt64($0), context: Trial.context($0)) }
    #expect(values.map { $0["currency"] } == ["CHF", "CHF", "CHF"])
    #expect(values.map { $0["size"] } == ["L", "S", "L"])
    #expect(values.allSatisfy { ($0["stock"]?.number?.integer).map { $0 <= 9 } ?? true })
    let sent = try maker.value(Trial.place, seed: 1, context: Trial.context(0), fixed: ["currency": "EUR"])
    #expect(sent["currency"] == "EUR")
  }

  @Test("Members of the other direction are left out, even when they are required or given")
  func direction() throws {
    let maker = try Self.maker(Self.account)
    let fixed: JSONValue = ["id": 3, "password": "secret"]
    let answer = try maker.value(Trial.place, seed: 1, context: Trial.context(), fixed: fixed)
    #expect(answer["id"] == 3)
    #expect(answer["password"] == nil)
    let request = try maker.value(Trial.place, seed: 1, context: Trial.context(0, .request), fixed: fixed)
    #expect(request["id"] == nil)
    #expect(request["password"] == "secret")
  }

  @Test("What is given stays whole, however many values it has: the work grows with it")
  func large() throws {
    let maker = try Self.maker(
      """
      {"type": "object", "required": ["id", "kind"], "properties": {"id": {"type": "integer"}, "kind": {"const": "k"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}}}}
      """)
    let tags = JSONValue.array(Array(repeating: "x", count: 200_000))
    let counts = JSONValue.object(JSONObject((0..<100_000).map { ("m\($0)", 1 as JSONValue) }))
    // A member that the schema does not know is left out, so that nothing can stay as it is.
    let stored: JSONValue = ["id": 1, "kind": "k", "tags": tags, "counts": counts, "hidden": true]
    let shown = try maker.projected(stored, on: Trial.place, seed: 1, context: Trial.context(2))
    #expect(shown["hidden"] == nil)
    #expect(shown["tags"]?.array?.count == 200_000)
    #expect(shown["counts"]?.object?.count == 100_000)
  }

  @Test("A projection shows what the schema knows and makes up what is required alone")
  func projection() throws {
    let stored: JSONValue = ["id": 1, "name": "Ann", "note": "x", "secret": "y", "plan": "paid"]
    let maker = try Self.maker(
      #"{"type": "object", "required": ["id", "kind"], "properties": {"id": {}, "name": {}, "kind": {"const": "k"}, "more": {}}}"#
    )
    let shown = try maker.projected(stored, on: Trial.place, seed: 1, context: Trial.context(2))
    #expect(shown == ["id": 1, "name": "Ann", "kind": "k"])
    #expect(try maker.projected(shown, on: Trial.place, seed: 9, context: Trial.context(5)) == shown)
  }

  @Test("Other members are kept where the schema says that there may be some")
  func others() throws {
    let fixed: JSONValue = ["a": 1, "b": 2, "c": "no"]
    let open = try Self.maker(#"{"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}"#)
    let value = try open.projected(fixed, on: Trial.place, seed: 1, context: Trial.context())
    #expect(value["a"] == 1 && value["b"] == 2)
    #expect(value["c"]?.number != nil)
    let map = try Self.maker(#"{"type": "object"}"#)
    #expect(try map.projected(fixed, on: Trial.place, seed: 1, context: Trial.context()) == fixed)
  }

  private static let pets = """
    {"Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}}},
     "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}},
             "additionalProperties": false},
     "Dog": {"type": "object", "required": ["kind", "barks"], "additionalProperties": false,
             "properties": {"kind": {"type": "string"}, "barks": {"type": "boolean"}}},
     "Family": {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}},
                "discriminator": {"propertyName": "type", "mapping": {"m": "#/components/schemas/Member"}}},
     "Member": {"allOf": [{"$ref": "#/components/schemas/Family"}, {"properties": {"a": {"type": "integer"}}}]}}
    """

  @Test("A discriminator has the value of its branch")
  func discriminator() throws {
    let maker = try Self.maker("{}", Self.pets)
    let pet = JSONPointer(["components", "schemas", "Pet"])
    var kinds: Set<String> = []
    for number in 0..<20 {
      let value = try maker.value(pet, seed: UInt64(number), context: Trial.context(number))
      kinds.insert(value["kind"]?.string ?? "")
      #expect(value["kind"] == (value["barks"] == nil ? "meow" : "Dog"))
    }
    #expect(kinds == ["meow", "Dog"])
    let given = try maker.value(pet, seed: 1, context: Trial.context(1), fixed: ["kind": "Dog"])
    #expect(given["barks"] != nil && given["kind"] == "Dog")
    let member = try maker.value(
      JSONPointer(["components", "schemas", "Member"]), seed: 1, context: Trial.context(1))
    #expect(member["type"] == "m")
  }

  @Test("Recursion ends, in arrays, maps and members")
  func recursion() throws {
    let values = try Trial.values(
      """
      {"type": "object", "required": ["name", "children"], "properties": {"name": {"type": "string"},
       "children": {"type": "array", "items": {"$ref": "#/schema"}}, "parent": {"$ref": "#/schema"},
       "byName": {"type": "object", "additionalProperties": {"$ref": "#/schema"}},
       "next": {"anyOf": [{"$ref": "#/schema"}, {"type": "null"}]}}}
      """)
    #expect(values.allSatisfy { Trial.text($0).utf8.count < 20_000 })
    #expect(values.contains { $0["children"]?.array?.isEmpty == false })
  }

  @Test("The same seed and number give the same value, on any thread")
  func repeatable() async throws {
    let maker = try Self.maker(Self.account, Self.pets)
    let first = try maker.value(Trial.place, seed: 5, context: Trial.context(4))
    try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for _ in 0..<50 {
        group.addTask { try maker.value(Trial.place, seed: 5, context: Trial.context(4)) }
      }
      for try await value in group { #expect(value == first) }
    }
  }

  @Test("Members are told with their types and places")
  func members() throws {
    let maker = try Self.maker(
      """
      {"allOf": [{"$ref": "#/components/schemas/Base"}], "required": ["b"],
       "properties": {"b": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
       "oneOf": [{"properties": {"c": {"type": "boolean", "writeOnly": true}}, "required": ["c"]}]}
      """,
      #"{"Base": {"required": ["a"], "properties": {"a": {"type": "number", "format": "double", "readOnly": true}}}}"#)
    let members = maker.members(of: Trial.place)
    #expect(members.map(\.name) == ["a", "b", "c"])
    #expect(members.map(\.types) == [["number"], ["null", "string"], ["boolean"]])
    #expect(members.map(\.isRequired) == [true, true, false])
    #expect(members.map(\.isReadOnly) == [true, false, false])
    #expect(members.map(\.isWriteOnly) == [false, false, true])
    #expect(members.map(\.isNullable) == [false, true, false])
    #expect(members[0].format == "double")
    #expect(members[0].place.description == "/components/schemas/Base/properties/a")
  }
}
