import CustomAPIs
import HTTPCore
import JSON
import Synthesis
import Testing

@Suite("A form") struct FormReaderTests {
  private static let schema = """
    {"type": "object", "required": ["lines"], "properties": {
      "name": {"type": "string"}, "size": {"type": "integer"}, "price": {"type": "number"}, "isNew": {"type": "boolean"},
      "gone": {"type": ["string", "null"]}, "count": {"type": ["integer", "null"]},
      "tags": {"type": "array", "items": {"type": "string"}}, "sizes": {"type": "array", "items": {"type": "integer"}},
      "place": {"type": "object", "properties": {"floor": {"type": "integer"}, "room": {"type": "string"}}},
      "cut": {"anyOf": [{"enum": ["auto"]}, {"type": "integer"}, {"type": "object", "required": ["by"]}]},
      "note": {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "integer"}]},
      "lines": {"type": "array", "items": {"type": "object", "properties": {"of": {"type": "integer"}}}},
      "labels": {"type": "object", "additionalProperties": {"type": "integer"}}}}
    """

  /// What fields become; members that are not named are left out of the comparison.
  static let cases: [(String, String)] = [
    ("name=A+b", #"{"name": "A b"}"#), ("name=5", #"{"name": "5"}"#), ("size=5", #"{"size": 5}"#),
    ("size=x", #"{"size": "x"}"#), ("price=1.50", #"{"price": 1.5}"#), ("isNew=true", #"{"isNew": true}"#),
    ("isNew=yes", #"{"isNew": "yes"}"#), ("gone=null", #"{"gone": null}"#), ("count=", #"{"count": null}"#),
    ("tags=a", #"{"tags": ["a"]}"#), ("tags=a&tags=b", #"{"tags": ["a", "b"]}"#),
    ("tags[]=a&tags[]=b", #"{"tags": ["a", "b"]}"#), ("sizes[0]=1&sizes[1]=2", #"{"sizes": [1, 2]}"#),
    ("place[floor]=2&place[room]=R", #"{"place": {"floor": 2, "room": "R"}}"#),
    (#"place={"floor":2}"#, #"{"place": {"floor": 2}}"#),
    ("cut=auto", #"{"cut": "auto"}"#), ("cut=7", #"{"cut": 7}"#), (#"cut={"by":1}"#, #"{"cut": {"by": 1}}"#),
    ("cut={}", #"{"cut": "{}"}"#), (#"note={"by":1}"#, #"{"note": "{\"by\":1}"}"#), ("note=7", #"{"note": "7"}"#),
    ("lines[0][of]=1&lines[1][of]=2", #"{"lines": [{"of": 1}, {"of": 2}]}"#),
    ("labels[a]=1&labels[b]=2", #"{"labels": {"a": 1, "b": 2}}"#), ("other=1", #"{"other": "1"}"#),
    ("name=a", #"{"lines": []}"#), ("[x]=1", #"{"[x]": "1"}"#), ("a[=1", #"{"a[": "1"}"#),
  ]

  @Test("is the value that its schema has", arguments: cases)
  func values(_ text: String, _ expected: String) throws {
    let reader = FormReader(ValueGenerator(root: try JSONParser.parse(Array(Self.schema.utf8))))
    let value = try reader.value(QueryParameters(Array(text.utf8)).parameters, .root)
    for member in try #require(try JSONParser.parse(Array(expected.utf8)).object).members {
      #expect(value[member.key] == member.value)
    }
  }

  @Test("is bounded")
  func bounds() throws {
    let reader = FormReader(ValueGenerator(root: try JSONParser.parse(Array(Self.schema.utf8))))
    let deep = "a" + String(repeating: "[b]", count: 200)
    let many = (0..<3000).map { QueryParameters.Parameter(name: "m\($0)", value: "1") }
    // A part of what was sent is no value of it.
    #expect(throws: Problem.self) { try reader.value([QueryParameters.Parameter(name: deep, value: "1")], .root) }
    #expect(throws: Problem.self) { try reader.value(many, .root) }
    let alike = (0..<3000).map { QueryParameters.Parameter(name: "tags", value: "\($0)") }
    #expect(try reader.value(alike, .root)["tags"]?.array?.count == 3000)
  }
}

@Suite("A cursor") struct CursorTests {
  @Test("leads back to its place", arguments: [0, 1, 20, 4711, Int(Int32.max)])
  func back(_ place: Int) { #expect(Cursor.offset(Cursor.text(place)) == place) }

  @Test(
    "may be a number",
    arguments: [("7", 7), ("-1", nil), ("99999999999", nil), ("", nil), ("x", nil), ("YXQ6LTE", nil)])
  func others(_ text: String, _ place: Int?) { #expect(Cursor.offset(text) == place) }
}
