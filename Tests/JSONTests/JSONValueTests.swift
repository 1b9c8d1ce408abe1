import JSON
import Testing

@Suite struct JSONValueTests {
  static let types: [(JSONValue, String)] = [
    (JSONValue.null, "null"), (true, "boolean"), (1, "number"), ("", "string"), ([], "array"),
    ([:], "object"),
  ]

  @Test(arguments: types)
  func namesItsType(value: JSONValue, name: String) {
    #expect(value.typeName == name)
  }

  @Test func literalsBuildTheValuesTheySpell() throws {
    let port = 8080
    let value: JSONValue = [
      "nothing": nil, "yes": true, "whole": -7, "real": 1.5, "text": "port \(port)", "list": [1, "two", [:]],
    ]
    let object = try #require(value.object)
    #expect(object.keys == ["nothing", "yes", "whole", "real", "text", "list"])
    #expect(object["nothing"] == .some(.null))
    #expect(object["yes"] == .bool(true))
    #expect(object["whole"]?.number?.literal == "-7")
    #expect(object["real"]?.number?.literal == "1.5")
    #expect(object["text"]?.string == "port 8080")
    #expect(object["list"]?.array == [.number(JSONNumber(1)), .string("two"), .object(JSONObject())])
  }

  @Test func aKeyWrittenTwiceInALiteralHasItsLastValue() {
    let value: JSONValue = ["a": 1, "b": 2, "a": 3]
    #expect(value.object?.keys == ["a", "b"])
    #expect(value["a"] == 3)
  }

  @Test func accessorsAnswerForTheirOwnTypeOnly() {
    let values: [JSONValue] = [.null, true, 1, "text", [1], ["key": 1]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
    #expect(values.map { $0.number?.integer } == [nil, nil, 1, nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "text", nil, nil])
    #expect(values.map { $0.array?.count } == [nil, nil, nil, nil, 1, nil])
    #expect(values.map { $0.object?.count } == [nil, nil, nil, nil, nil, 1])
    #expect(values.map { $0["key"]?.number?.integer } == [nil, nil, nil, nil, nil, 1])
  }

  @Test(arguments: [
    ("1", "1.0"), ("{\"a\":1,\"b\":[2]}", "{\"b\":[2e0],\"a\":1}"), ("\"\\u00e9\"", "\"é\""), ("[ ]", "[]"),
  ])
  func equalDataIsEqual(left: String, right: String) throws {
    #expect(try JSONParser.parse(Array(left.utf8)) == JSONParser.parse(Array(right.utf8)))
  }

  @Test(arguments: [
    ("1", "\"1\""), ("0", "false"), ("null", "false"), ("[1,2]", "[2,1]"), ("{}", "[]"), ("[1]", "[1,1]"),
    ("{\"a\":1}", "{\"a\":2}"), ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":null}", "{}"),
    ("\"\\u00e9\"", "\"e\\u0301\""), ("{\"\\u00e9\":1}", "{\"e\\u0301\":1}"),
    ("\"a\\u0323\\u0307\"", "\"a\\u0307\\u0323\""),
  ])
  func differentDataIsNot(left: String, right: String) throws {
    #expect(try JSONParser.parse(Array(left.utf8)) != JSONParser.parse(Array(right.utf8)))
  }
}
