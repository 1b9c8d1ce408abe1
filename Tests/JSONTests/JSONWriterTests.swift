import JSON
import Testing

@Suite struct JSONWriterTests {
  private func text(_ value: JSONValue, sortedKeys: Bool = true) -> String {
    String(decoding: JSONWriter.serialize(value, sortedKeys: sortedKeys), as: UTF8.self)
  }

  static let values: [(JSONValue, String)] = [
    (JSONValue.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"), (1.5, "1.5"),
    (10.0, "10.0"),
    ("", "\"\""), ([], "[]"), ([:], "{}"), ([1], "[1]"), ([1, [2, []], [:]], "[1,[2,[]],{}]"),
    (["a": 1], "{\"a\":1}"), (["a": [nil], "b": ["c": false]], "{\"a\":[null],\"b\":{\"c\":false}}"),
    ([[], [], ["x": []]], "[[],[],{\"x\":[]}]"),
  ]

  @Test(arguments: values)
  func writesAValueWithoutWhitespace(value: JSONValue, expected: String) {
    #expect(text(value) == expected)
  }

  static let escapes: [(String, String)] = [
    ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#), ("\0", #"\u0000"#),
    ("\u{1}", #"\u0001"#), ("\u{B}", #"\u000B"#), ("\u{F}", #"\u000F"#), ("\u{10}", #"\u0010"#),
    ("\u{1F}", #"\u001F"#), (" ", " "), ("\u{7F}", "\u{7F}"), ("\u{2028}", "\u{2028}"), ("é", "é"),
    ("😀", "😀"),
    ("a\"b\\c\nd", #"a\"b\\c\nd"#), ("https://a/b?c=d&e='<>", "https://a/b?c=d&e='<>"),
    ("\u{FFFF}", "\u{FFFF}"),
  ]

  @Test(arguments: escapes)
  func escapesWhatTheRFCDemandsAndNothingElse(string: String, expected: String) {
    #expect(Array(text(.string(string)).utf8) == Array("\"\(expected)\"".utf8))
    #expect(Array(text([string: 1]).utf8) == Array("{\"\(expected)\":1}".utf8))
  }

  @Test(arguments: ["10.0", "1e1", "-0", "1E+2", "0.10", "123456789012345678901234567890", "1e999999999999"])
  func writesANumberAsItWasRead(literal: String) throws {
    #expect(text(.number(try #require(JSONNumber(literal: literal)))) == literal)
  }

  @Test func sortsKeysByTheirBytesAtEachLevel() {
    let value: JSONValue = ["b": 1, "a": ["z": 1, "é": 2, "Z": 3, "": 4], "ab": 2, "A": 3, "10": 4, "9": 5]
    #expect(text(value) == #"{"10":4,"9":5,"A":3,"a":{"":4,"Z":3,"z":1,"é":2},"ab":2,"b":1}"#)
  }

  @Test func comparesKeysByBytesNotByCodeUnits() {
    // U+FF5E is before U+1F600 in UTF-8, and after it in UTF-16.
    #expect(text(["\u{1F600}": 1, "\u{FF5E}": 2]) == "{\"\u{FF5E}\":2,\"\u{1F600}\":1}")
    #expect(text(["\u{E9}": 1, "e\u{301}": 2]) == "{\"e\u{301}\":2,\"\u{E9}\":1}")
  }

  @Test func keepsTheOrderOfMembersWhenAsked() {
    #expect(text(["b": 1, "a": ["z": 1, "c": 2]], sortedKeys: false) == #"{"b":1,"a":{"z":1,"c":2}}"#)
  }

  @Test func everyOrderOfTheSameMembersGivesTheSameBytes() {
    var generator = JSONTestGenerator(seed: 7)
    let members = (0..<40).map { ("key\($0)", JSONValue.number(JSONNumber($0))) }
    let expected = JSONWriter.serialize(.object(JSONObject(members)))
    let others = (0..<50).map { _ in JSONObject(members.shuffled(using: &generator)) }
    #expect(others.contains { $0.keys != members.map(\.0) })
    #expect(others.allSatisfy { JSONWriter.serialize(.object($0)) == expected })
  }

  @Test func setsTheCommasOfWhatIsWrittenInParts() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("items")
      writer.array { writer in
        writer.value(1)
        writer.value("two")
        writer.value(3.0)
        writer.value(true)
        writer.null()
        writer.array { _ in }
        writer.object { $0.member("b", ["d": 1, "c": 2]) }
      }
      writer.member("count", 7)
      writer.key("none")
      writer.object { _ in }
      writer.key("number")
      writer.value(JSONNumber(5))
      writer.member("last", [])
    }
    let expected =
      #"{"items":[1,"two",3.0,true,null,[],{"b":{"c":2,"d":1}}],"count":7,"none":{},"number":5,"last":[]}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [(0.1, "0.1"), (10, "10.0"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null")])
  func writesADoubleThatIsNotFiniteAsNull(value: Double, expected: String) {
    var writer = JSONWriter()
    writer.value(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test func passesOnWhatTheBodyThrows() {
    struct Stop: Error {}
    var writer = JSONWriter()
    #expect(throws: Stop.self) { try writer.array { (_) throws(Stop) in throw Stop() } }
  }
}
