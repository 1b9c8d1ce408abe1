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

@Suite struct JSONLimitsTests {
  private func nested(_ depth: Int, _ opening: String, _ closing: String) -> [UInt8] {
    Array((String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
  }

  @Test(arguments: [0, 1, 2, 64, 128])
  func acceptsTheDeepestNestingAndNotOneLevelMore(depth: Int) throws {
    let limits = JSONLimits(maximumDepth: depth)
    if depth > 0 {
      var value = try JSONParser.parse(nested(depth, "[", "]"), limits: limits)
      for _ in 1..<depth { value = try #require(value.array?.first) }
      #expect(value == [])
    }
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(nested(depth + 1, "[", "]"), limits: limits)
    }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == depth)
    #expect(error.path == String(repeating: "/0", count: depth))
    #expect(error.message.contains("\(depth) levels"))
  }

  @Test func objectsCountAsArraysDo() throws {
    let text = String(repeating: "[{\"k\":", count: 32) + "1" + String(repeating: "}]", count: 32)
    #expect(try JSONParser.parse(Array(text.utf8)).array?.count == 1)
    let deeper = "[" + text + "]"
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(deeper.utf8)) }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == 1 + 31 * 6 + 1)
  }

  @Test func siblingsAreNotNested() throws {
    let text = "[" + Array(repeating: "[[]]", count: 200).joined(separator: ",") + "]"
    #expect(try JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumDepth: 3)).array?.count == 200)
  }

  @Test func theDefaultDepthIs64() throws {
    #expect(JSONLimits.default.maximumDepth == 64)
    #expect(try JSONParser.parse(nested(64, "[", "]")).array?.count == 1)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(nested(65, "[", "]")) }
  }

  @Test func limitsAreBroughtIntoTheirRange() {
    let least = JSONLimits(maximumDepth: -1, maximumNumberLength: Int.min)
    #expect(least.maximumDepth == 0)
    #expect(least.maximumNumberLength == 1)
    #expect(JSONLimits(maximumDepth: Int.max).maximumDepth == JSONLimits.greatestDepth)
  }

  @Test func aHundredThousandBracketsAreRefusedAtTheLimit() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
    #expect(error.kind == .tooDeep)
    #expect(error.offset == 64)
  }

  @Test func aNumberOfTenThousandDigitsIsReadAndOneOverTheBoundIsNot() throws {
    let digits = String(repeating: "7", count: 16_384)
    #expect(try JSONParser.parse(Array(digits.prefix(10_000).utf8)).number?.integer == nil)
    #expect(try JSONParser.parse(Array(digits.utf8)).number?.literal == digits)
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONParser.parse(Array("{\"n\": \(digits)7}".utf8))
    }
    #expect(error.kind == .numberTooLong)
    #expect(error.offset == 6)
    #expect(error.path == "/n")
  }

  @Test(arguments: [
    ("123", true), ("1234", false), ("-12", true), ("-123", false), ("1e5", true), ("1.25", false),
  ])
  func theSignAndPointCountInTheLengthOfANumber(text: String, isAccepted: Bool) {
    let value = try? JSONParser.parse(Array(text.utf8), limits: JSONLimits(maximumNumberLength: 3))
    #expect((value != nil) == isAccepted)
  }
}
