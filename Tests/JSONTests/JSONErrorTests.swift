import JSON
import Testing

@Suite struct JSONErrorTests {
  private func error(_ text: String) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(text.utf8)) }
  }

  static let places: [(String, Int, Int)] = [
    ("[1,]", 1, 3), ("\n[1,]", 2, 3), ("{\n  \"a\": 1,\n  \"b\": 2,\n}", 3, 9), ("[\r\n1,\r\n2,]", 3, 2),
    ("[\r1,\r2,]", 3, 2), ("\n\n\n+", 4, 1), ("\r\n\r\n+", 3, 1), ("\n\r+", 3, 1), ("[\"é€😀\",]", 1, 7),
    ("", 1, 1),
    ("[\n", 2, 1), ("[", 1, 2), ("[\r\n", 2, 1), ("[\"e\u{301}\" 1]", 1, 7), ("\t\t}", 1, 3),
  ]

  @Test(arguments: places)
  func countsLinesAndCodePointsFromOne(text: String, line: Int, column: Int) throws {
    let error = try error(text)
    #expect(error.line == line)
    #expect(error.column == column)
  }

  static let paths: [(String, String)] = [
    ("", ""), ("x", ""), ("{} {}", ""), ("[", ""), ("[1", ""), ("[1,", ""), ("[1,]", ""), ("[1 2]", ""),
    ("[,1]", ""),
    ("[x]", "/0"), ("[1,x]", "/1"), ("[[1,]]", "/0"), ("[0,[1 2]]", "/1"), ("[0,{\"a\":[1,2,x]}]", "/1/a/2"),
    ("{", ""), ("{a:1}", ""), ("{\"a\":1,}", ""), ("{\"a\":1 \"b\":2}", ""), ("{\"a\"", "/a"),
    ("{\"a\" 1}", "/a"),
    ("{\"a\":", "/a"), ("{\"a\":}", "/a"), ("{\"a\":x}", "/a"), ("{\"a\":1,\"a\":2}", "/a"), ("{\"a", ""),
    ("{\"a\":{\"b\":{}", "/a"), ("{\"a\":{\"b\":\"\n", "/a/b"), ("{\"a/b~c\":{\"\":[01]}}", "/a~1b~0c//0"),
    ("{\"\\u00e9\\n\":tru", "/é\n"), ("{\"a\":1,\"b\":[{\"c\":2},{\"c\":+3}]}", "/b/1/c"),
    ("[{\"a\":1},{\"b\":[1]},]", ""),
  ]

  @Test(arguments: paths)
  func pointsToTheInnermostValueBeingRead(text: String, path: String) throws {
    let error = try error(text)
    #expect(error.path == path, "\(error)")
  }

  @Test func describesItselfWithItsPlace() throws {
    let error = try error("{\n  \"name\": \"Ana\",\n  \"age\": 31,\n}")
    #expect(
      error.description == "line 3, column 12 (byte 30): a trailing comma before \"}\"; JSON allows none")
    #expect("\(error)" == error.description)
  }

  static let messages: [(String, String)] = [
    ("", "the body is empty"), (" ", "white space"), ("\u{FEFF}{}", "byte order mark"),
    ("a=b&c=d", "form fields (a=...)"),
    ("--x", "multipart"), ("<!doctype HTML>", "an HTML document"), ("<HTML>", "an HTML document"),
    ("<?xml?>", "an XML document"), ("<soap>", "HTML or XML"), ("{}{}", "a second value"),
    ("{}}", "\"}\" that closes nothing"),
    ("{\"a\":1,\"a\":2}", "the key \"a\" a second time"),
    ("{name:1}", "name without quotes where a key in double quotes"),
    ("{'name':1}", "a single quote"), ("{“name”:1}", "\"“\" (U+201C)"),
    ("[1,2,]", "a trailing comma before \"]\""),
    ("[1 2]", "a comma is missing"), ("{\"a\" 1}", "\"1\" where a colon after the key \"a\""),
    ("{\"a\":}", "\"}\" where a value"),
    ("[1}", "\"}\" where \",\" or \"]\""), ("{\"a\":1]", "\"]\" where \",\" or \"}\""), ("[NaN]", "NaN"),
    ("[-Infinity]", "-Infinity"),
    ("[undefined]", "undefined"), ("[True]", "true, in lower case"), ("[None]", "JSON has null"),
    ("[hello]", "the word hello without quotes"), ("[01]", "a zero before"), ("[+1]", "a plus sign"),
    ("[0x1F]", "hexadecimal"), ("[.5]", "without a digit before it"),
    ("[1.]", "\"]\" in a number where a digit"),
    ("[2024-05-01]", "\"-\" right after the number 2024"), ("[1 // one\n]", "a comment"),
    ("[\"a\nb\"]", "a line break inside a string"),
    ("[\"a\tb\"]", "a tab inside a string"), ("[\"\u{1}\"]", "U+0001"),
    ("[\"\\x\"]", "a backslash before \"x\""),
    ("[\"\\u12\"]", "four hexadecimal digits"), ("[\"\\ud83d\"]", "\\ud83d is a high surrogate"),
    ("[\"\\ude00\"]", "\\ude00 is a low surrogate"), ("[\"abc", "the document ends inside the string"),
    ("[1", "the document ends where \",\" or \"]\""), ("{\"a\":", "the document ends where a value"),
    ("tru", "ends inside a literal, after tru"), ("1.", "ends inside a number"),
    ("[\u{A0}1]", "the character U+00A0"),
    ("[é]", "\"é\" (U+00E9)"), ("[\u{202E}]", "the character U+202E"), ("{\u{0}", "a NUL byte"),
    ("{\"a\":\"say \"hi\"\"}", "needs a backslash"),
    ("\"a\": 1", "need [ ] or { } around them"), ("[\u{7F}]", "U+007F"), ("[\\n]", "\"\\\""),
  ]

  @Test(arguments: messages)
  func saysWhatWasFound(text: String, words: String) throws {
    let error = try error(text)
    #expect(error.message.contains(words), "\(error)")
    #expect(error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!error.message.hasSuffix("."))
  }

  @Test func quotesNoMoreThanABitOfTheDocument() throws {
    let long = String(repeating: "k", count: 5_000)
    for text in ["{\"\(long)\":1,\"\(long)\":2}", "[\(long)]", "{\(long):1}", "\(long)=1", "[-\(long)]"] {
      let error = try error(text)
      #expect(error.message.utf8.count < 200)
    }
    #expect(try error("{\"\(long)\":1,\"\(long)\":2}").path == "/" + long)
  }

  @Test func showsInvisibleCharactersOfAKeyEscaped() throws {
    let error = try error("{\"a\\n\\u202Eb\":1,\"a\\n\\u202Eb\":2}")
    #expect(error.message == "the key \"a\\u{A}\\u{202E}b\" a second time in the same object")
  }
}
