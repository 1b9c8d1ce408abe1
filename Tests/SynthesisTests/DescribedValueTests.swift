import JSON
import Synthesis
import Testing

@Suite("Values are as descriptions say")
struct DescribedValueTests {
  private static func values(_ description: String, type: String = "string", of name: String = "thing") throws
    -> [JSONValue]
  {
    let text = JSONWriter.serialize(.string(description), sortedKeys: false)
    let schema = """
      {"type": "object", "required": ["\(name)"], "properties": {"\(name)": {"type": "\(type)", "description": \
      \(String(decoding: text, as: UTF8.self))}}}
      """
    return try Trial.values(schema, count: 20).compactMap { $0[name] }
  }

  @Test(
    "Listed values are those that are used",
    arguments: [
      ("The state, one of: `open`, `closed`", ["open", "closed"]),
      ("Possible values: low, medium or high.", ["low", "medium", "high"]),
      ("Can be 'asc' or 'desc'", ["asc", "desc"]), (#"Either "day" or "night"; day is usual."#, ["day", "night"]),
      ("Visibility (public|private|unlisted)", ["public", "private", "unlisted"]),
      ("`red`, `green`", ["red", "green"]),
    ])
  func list(_ description: String, _ values: [String]) throws {
    let made = Set(try Self.values(description).compactMap(\.string))
    #expect(made == Set(values))
  }

  @Test(
    "Other sentences are no lists",
    arguments: [
      "The name can be changed later, or removed.", "A text of the user's, shown on the page.",
      "See `docs` and the FAQ.",
    ])
  func noList(_ description: String) throws {
    let made = try Self.values(description, of: "name").compactMap(\.string)
    #expect(made.allSatisfy { !description.contains($0) })
  }

  @Test(
    "Numbers are within the bounds",
    arguments: [
      ("A grade from 1 to 5", 1.0...5), ("Between 10 and 20", 10...20), ("Volume (0-3)", 0...3),
      ("0 = off, 1 = on", 0...1),
      ("1: low, 2: high", 1...2),
    ])
  func numbers(_ description: String, _ range: ClosedRange<Double>) throws {
    for value in try Self.values(description, type: "integer") {
      let number = try #require(value.number?.double)
      #expect(range.contains(number))
    }
  }

  @Test("Standards say what a text is")
  func standards() throws {
    #expect(try Self.values("The moment in ISO 8601").allSatisfy { $0.string?.hasPrefix("20") == true })
    #expect(try Self.values("An ISO 4217 code").allSatisfy { $0.string?.utf8.count == 3 })
  }
}

@Suite("Texts suit the thing that they are about")
struct TopicTests {
  private static func texts(_ name: String, of owner: String) throws -> Set<String> {
    let schema: JSONValue = [
      "type": "object", "required": [.string(name)], "properties": .object([name: ["type": "string"]]),
    ]
    let maker = ValueGenerator(root: ["components": ["schemas": .object([owner: schema])]])
    return Set(
      try (1..<12).compactMap { number in
        try maker.value(
          JSONPointer(["components", "schemas", owner]), seed: UInt64(number), context: Trial.context(number))[name]?
          .string
      })
  }

  @Test(
    "Names are of the kind that the schema's name says, whatever its form",
    arguments: [
      ("title", "TodoResponse", "Call the landlord"), ("name", "PetDto", "Bella"), ("name", "RecipeRead", "Apple Pie"),
      ("status", "OrderOut", "delivered"), ("type", "Pet", "dog"), ("content", "Status", "The garden is waking up."),
      ("breed", "Pet", "Beagle"), ("name", "Country", "Portugal"), ("code", "Country", "PT"),
      ("name", "IssueType", "Bug"),
    ])
  func topic(_ name: String, _ owner: String, _ expected: String) throws {
    let texts = try Self.texts(name, of: owner)
    #expect(texts.contains(expected), "\(texts)")
  }

  @Test("What no list has is called by its own name, in many ways")
  func unknown() throws {
    let names = try Self.texts("name", of: "PricingRule")
    #expect(names.count == 11 && names.allSatisfy { $0.hasSuffix(" pricing rule") })
  }

  @Test(
    "No name stands in a state, a date or an id",
    arguments: ["status", "stage", "date", "id", "external_id", "serialNumber"])
  func noNames(_ name: String) throws {
    #expect(try Self.texts(name, of: "Widget").isDisjoint(with: ["Aurora", "Bluebird", "Standard", "Extended"]))
  }

  @Test("The texts of a response are what its path names")
  func path() throws {
    let path = """
      {"/pets/breeds": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "object",
       "properties": {"data": {"type": "array", "items": {"type": "string"}}}}}}}}}}}
      """
    let root: JSONValue = ["paths": try Trial.parse(path)]
    let place = JSONPointer([
      "paths", "/pets/breeds", "get", "responses", "200", "content", "application/json", "schema",
    ])
    let value = try ValueGenerator(root: root).value(place, seed: 1, context: Trial.context(1))
    let breeds = (value["data"]?.array ?? []).compactMap(\.string)
    let known: Set = [
      "Labrador", "Siamese", "Beagle", "Maine Coon", "Border Collie", "Poodle", "Tabby", "Dachshund",
    ]
    #expect(!breeds.isEmpty && known.isSuperset(of: breeds))
  }
}
