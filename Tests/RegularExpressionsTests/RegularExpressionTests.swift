import RegularExpressions
import Testing

@Suite("A regular expression")
struct RegularExpressionTests {
  @Test(
    "finds what JavaScript's would",
    arguments: [
      ("qui", "sunt quia", true), ("^qui", "sunt quia", false), ("^qui$", "qui", true), ("a$", "a\n", false),
      ("", "anything", true), ("", "", true), ("\\d{3}", "tel 555", true), ("\\d", "٣", false), ("[]", "a", false),
      ("[^]", "\n", true), ("\\u0041", "xAx", true), ("\\x41", "A", true), ("é", "café", true), ("(a)|b\\1", "b", true),
      ("a.c", "a\nc", false), ("(?=.*b)a", "ab", true), ("\\bfox\\b", "a fox.", true), ("^(?!x)", "y", true),
    ])
  func finds(pattern: String, text: String, isFound: Bool) throws {
    #expect(try RegularExpression(pattern).matches(text) == isFound)
  }

  @Test("can ignore case, beyond ASCII too", arguments: [("QUI", "quia"), ("É", "café"), ("straße", "STRAßE")])
  func ignoresCase(pattern: String, text: String) throws {
    #expect(try RegularExpression(pattern, ignoringCase: true).matches(text))
    #expect(try !RegularExpression(pattern).matches(text))
  }

  @Test("that is none is refused with the place", arguments: [("(", 1), ("[a", 2), ("*", 0), ("\\C", 2)])
  func refused(pattern: String, offset: Int) {
    let error = #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(pattern) }
    #expect(error?.offset == offset)
    #expect(error?.reason.isEmpty == false)
  }

  @Test("that is too long or too large is refused")
  func tooLong() {
    let long = String(repeating: "a", count: RegularExpression.maximumLength + 1)
    #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression(long) }
    #expect(throws: RegularExpression.SyntaxError.self) { try RegularExpression("((a{999}){999}){999}") }
    #expect(throws: RegularExpression.SyntaxError.self) {
      try RegularExpression(String(repeating: "(", count: 400) + String(repeating: ")", count: 400))
    }
  }

  @Test("that backtracks without end is given up", arguments: ["(a+)+$", "(a|a)*$", "(.*)*[xy]", "(?:a?){30}a{30}$"])
  func bounded(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    #expect(throws: RegularExpression.TooExpensive.self) {
      try expression.matches(String(repeating: "a", count: 60) + "!")
    }
  }
}
