import JSON
import Testing

@Suite struct JSONParserTests {
  static let documents: [(String, JSONValue)] = [
    ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-12", -12), ("\"\"", ""),
    ("[]", []), ("{}", [:]), (" \t\r\n1 \t\r\n", 1), ("[ ]", []), ("{ }", [:]),
    ("[null,true,1]", [nil, true, 1]),
    ("[[],[[]],{}]", [[], [[]], [:]]), (" [ 1 , 2 ] ", [1, 2]),
    ("{\"a\":1,\"b\":{\"c\":[]}}", ["a": 1, "b": ["c": []]]),
    (" { \"a\" : 1 , \"b\" : 2 } ", ["a": 1, "b": 2]), ("{\"\":1}", ["": 1]), ("{\"a\":null}", ["a": nil]),
    ("{\"A\":1,\"a\":2}", ["A": 1, "a": 2]), ("[\"a\",\"a\"]", ["a", "a"]),
    ("[{\"k\":1},{\"k\":2}]", [["k": 1], ["k": 2]]), ("{\"k\":{\"k\":1}}", ["k": ["k": 1]]),
  ]

  @Test(arguments: documents)
  func readsAWellFormedDocument(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "1234567890", "0.0", "-0.5", "1.50", "1e5", "1E5", "1e+5", "1e-5", "1.5e300",
    "0e0", "0E+0", "1e00001", "123456789012345678901234567890", "1e400", "1e999999999999", "0.1e-7",
  ])
  func keepsTheTextOfANumber(literal: String) throws {
    #expect(try JSONParser.parse(Array(literal.utf8)).number?.literal == literal)
    #expect(try JSONParser.parse(Array("[\(literal) ]".utf8)).array?.first?.number?.literal == literal)
    #expect(try JSONParser.parse(Array("{\"n\":\(literal)}".utf8))["n"]?.number?.literal == literal)
  }

  static let strings: [(String, String)] = [
    (#""plain""#, "plain"), (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"), (#""/""#, "/"),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"), (#""\u00e9\u00E9""#, "\u{E9}\u{E9}"),
    (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#""\u001f""#, "\u{1F}"), (#""\u20AC""#, "€"),
    (#""\uFFFF""#, "\u{FFFF}"), (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"), (#""\ud83d\ude00""#, "😀"),
    (#""\uD83D\uDE00x""#, "😀x"), (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""a\nb\nc""#, "a\nb\nc"), (#""Málaga""#, "Málaga"), (#""日本語""#, "日本語"), (#""😀""#, "😀"),
    (#""é\n😀\té""#, "é\n😀\té"), (#""\\u0041""#, "\\u0041"), (#""\\\"""#, "\\\""), (#""'""#, "'"),
    ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
    (#"" [1,{}] // # ""#, " [1,{}] // # "), (#""exactly15bytes!""#, "exactly15bytes!"),
    (#""sixteen bytes now""#, "sixteen bytes now"),
  ]

  @Test(arguments: strings)
  func resolvesAString(text: String, string: String) throws {
    let parsed = try #require(try JSONParser.parse(Array(text.utf8)).string)
    #expect(Array(parsed.utf8) == Array(string.utf8))
    let key = try #require(try JSONParser.parse(Array("{\(text):1}".utf8)).object?.keys.first)
    #expect(Array(key.utf8) == Array(string.utf8))
  }

  @Test func escapesInOneStringDoNotReachTheNext() throws {
    let text = #"["\n","a","\t\t","b\n","c"]"#
    #expect(try JSONParser.parse(Array(text.utf8)) == ["\n", "a", "\t\t", "b\n", "c"])
  }

  @Test func keepsTheOrderOfMembers() throws {
    #expect(try JSONParser.parse(Array(#"{"z":1,"a":2,"m":3}"#.utf8)).object?.keys == ["z", "a", "m"])
  }
}
