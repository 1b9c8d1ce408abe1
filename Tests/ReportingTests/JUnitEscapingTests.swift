import Reporting
import Testing

@Suite("Hostile texts in JUnit reports")
struct JUnitEscapingTests {
  /// A text and what a reader gets of it.
  static let texts: [(String, String)] = [
    ("]]>", "]]>"), ("<![CDATA[x]]>", "<![CDATA[x]]>"), ("</failure></testcase>", "</failure></testcase>"),
    ("<!-- -->", "<!-- -->"), ("&amp; &#0; &lol;", "&amp; &#0; &lol;"), ("\"double\" 'single'", "\"double\" 'single'"),
    ("a\nb\tc\r\nd\re", "a\nb\tc\r\nd\re"), ("  spaces  ", "  spaces  "),
    ("\u{85}\u{2028}\u{A0}", "\u{85}\u{2028}\u{A0}"),
    ("a\u{0}b", "a\u{FFFD}b"), ("\u{1B}[31m\u{8}\u{B}\u{C}\u{1F}", "\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("\u{FFFD}\u{FEFF}x", "\u{FFFD}\u{FEFF}x"), ("\u{7F}", "\u{7F}"),
    ("👩‍🌾 🇨🇷 e\u{301}", "👩‍🌾 🇨🇷 e\u{301}"), ("\u{1FFFE}\u{10FFFF}", "\u{1FFFE}\u{10FFFF}"), ("", ""),
  ]

  @Test("come out of a parser as they went in, or with U+FFFD", arguments: texts)
  func roundTrip(text: String, read: String) throws {
    let failing = Samples.finding(.serverError, api: text, message: text, count: 0)
    let reported = Samples.finding(.unusedFault, api: text, message: text, count: 0)
    let report = Samples.report(title: text, findings: [failing, reported])
    let document = try #require(ParsedJUnit(JUnitReport.render(report)))
    let failure = try #require(document.root.all("failure").first)
    expectSame(document.root.attributes["name"], read)
    expectSame(failure.attributes["message"], read)
    expectSame(failure.text, read)
    // An output without text is still one element.
    expectSame(document.root.all("system-out").first?.text, read)
    let testCase = document.cases.first { $0.attributes["name"] == "server-error" }
    expectSame(testCase?.attributes["classname"], read.isEmpty ? "findings" : "findings.\(read)")
  }

  @Test("leave the elements and counts as they are", arguments: texts)
  func structure(text: String, read: String) throws {
    let finding = Samples.finding(.serverError, api: text, operation: text, location: text, message: text)
    let use = OperationUse(
      api: text, operationID: text, method: text, path: text, count: 1, statuses: [:], slowestMicroseconds: 0)
    let unused = UnusedOperation(api: text, operationID: text, method: text, path: text)
    let coverage = Coverage(covered: [text], used: [use], unused: [unused], minimumPercent: 90)
    let report = RunReport(
      title: text, startedAt: text, durationMilliseconds: 1, commandExit: 1, findings: [finding],
      failOn: [.serverError], coverage: coverage, slowest: [], requestCount: 1)
    let document = try #require(ParsedJUnit(JUnitReport.render(report)))
    #expect(document.cases.count == 4)
    #expect(document.root.all("failure").count == 3)
    #expect(document.root.attributes["failures"] == "3")
  }

  /// Compares scalar by scalar: to Swift's `String` a composed and a decomposed letter are the same.
  private func expectSame(_ text: String?, _ expected: String) {
    #expect(text.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }
}
