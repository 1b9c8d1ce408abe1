import Foundation
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("JUnit reports")
struct JUnitReportTests {
  private func parsed(_ report: RunReport) throws -> ParsedJUnit {
    try #require(ParsedJUnit(JUnitReport.render(report)))
  }

  @Test("are written an element a line")
  func golden() {
    let report = Samples.report(
      findings: [Samples.violation],
      coverage: Coverage(
        covered: ["newsapi"], used: Array(Samples.uses.suffix(1)), unused: Array(Samples.unused.suffix(1))))
    #expect(
      String(decoding: JUnitReport.render(report), as: UTF8.self) == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="swift test" tests="4" failures="1" errors="0" time="12.045">
          <testsuite name="operations" tests="2" failures="0" errors="0" skipped="1" time="0.000950" \#
        timestamp="2031-03-02T09:14:05Z">
            <testcase classname="operations.newsapi" name="topHeadlines: GET /v2/top-headlines" time="0.000950"/>
            <testcase classname="operations.newsapi" name="everything: GET /v2/everything" time="0.000000">
              <skipped message="the operation was not requested"/>
            </testcase>
          </testsuite>
          <testsuite name="findings" tests="1" failures="1" errors="0" skipped="0" time="0.000000" \#
        timestamp="2031-03-02T09:14:05Z">
            <testcase classname="findings.agrobridge" name="contract-violation: POST /v1/lotes, body /nombe" \#
        time="0.000000">
              <failure type="contract-violation" message="no such field, “nombre” may be meant">\#
        POST /v1/lotes, body /nombe
        no such field, “nombre” may be meant
        3 times, first in request 4</failure>
            </testcase>
          </testsuite>
          <testsuite name="command" tests="1" failures="0" errors="0" skipped="0" time="12.045000" \#
        timestamp="2031-03-02T09:14:05Z">
            <testcase classname="command" name="swift test" time="12.045000"/>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test("have one failing case for a coverage below the minimum, in place of the skipped ones")
  func coverage() throws {
    let suite = try #require(
      parsed(Samples.report(coverage: Samples.coverage(minimum: 61))).suite("operations"))
    let names = suite.children.map { $0.attributes["name"]?.prefix(8) }
    #expect(names == ["listLote", "createLo", "topHeadl", "coverage"])
    let failure = try #require(suite.all("failure").first)
    #expect(failure.attributes["message"] == "coverage 60% is below 61%")
    #expect(failure.text.contains("\nDELETE /v1/lotes/{id} (deleteLote, agrobridge)\nGET /v2/everything"))
    #expect(suite.attributes["skipped"] == "0")
    #expect(suite.attributes["failures"] == "1")
  }

  @Test("pass a finding that is reported only, with it as output")
  func output() throws {
    let finding = Samples.finding(.unusedFault, api: "", message: "the fault was never met", count: 0)
    let suite = try #require(parsed(Samples.report(findings: [finding])).suite("findings"))
    #expect(suite.all("failure").isEmpty)
    #expect(suite.all("system-out").map(\.text) == ["the fault was never met"])
    #expect(suite.children.first?.attributes["name"] == "unused-fault")
    #expect(suite.children.first?.attributes["classname"] == "findings")
  }

  /// What Jenkins' junit-10.xsd (jenkinsci/xunit-plugin) admits: of each element its attributes, those it must have, and
  /// its children.
  private static let schema: [String: (attributes: Set<String>, required: Set<String>, children: Set<String>)] = [
    "testsuites": (["name", "time", "tests", "failures", "errors"], [], ["testsuite"]),
    "testsuite": (
      [
        "name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package",
        "file", "log", "url",
      ], ["name", "tests", "failures", "errors"], ["testsuite", "properties", "testcase", "system-out", "system-err"]
    ),
    "testcase": (
      ["name", "time", "classname", "group"], ["name"],
      [
        "skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out",
        "system-err",
      ]
    ),
    "failure": (["type", "message"], [], []), "skipped": (["type", "message"], [], []), "system-out": ([], [], []),
  ]

  private func check(_ element: ParsedJUnit.Element) throws {
    let rule = try #require(Self.schema[element.name], "\(element.name)")
    let names = Set(element.attributes.keys)
    #expect(names.isSubset(of: rule.attributes), "\(element.name) \(names)")
    #expect(names.isSuperset(of: rule.required), "\(element.name) \(names)")
    if element.name.hasPrefix("testsuite"), let time = element.attributes["time"] {
      #expect(try time.wholeMatch(of: Regex("(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\\.[0-9]*)?")) != nil, "\(time)")
    }
    for child in element.children {
      #expect(rule.children.contains(child.name), "\(child.name) in \(element.name)")
      try check(child)
    }
  }

  @Test("fit Jenkins' schema", arguments: VerdictTests.rows)
  func jenkins(row: VerdictTests.Row) throws {
    let root = try parsed(row.report).root
    #expect(root.name == "testsuites")
    try check(root)
  }

  @Test("tell the command's exit code")
  func command() throws {
    let failed = try #require(parsed(Samples.report(exit: 65)).suite("command"))
    #expect(failed.all("failure").map { $0.attributes["message"] } == ["the command exited with 65"])
    let replay = try #require(parsed(Samples.report(exit: nil)).suite("command"))
    #expect(replay.all("system-out").map(\.text) == ["no command was run"])
    #expect(replay.children.count == 1)
  }

  @Test("have a failure exactly when the verdict is failed", arguments: VerdictTests.rows)
  func verdict(row: VerdictTests.Row) throws {
    let failures = try parsed(row.report).root.all("failure")
    #expect(failures.isEmpty == (row.report.verdict == .passed))
  }
}

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

/// A JUnit file as a reader sees it, every element with its attributes, text and children.
struct ParsedJUnit {
  final class Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    init(name: String, attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] {
      (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
  }

  let root: Element

  /// Nil when the document is not well-formed.
  init?(_ bytes: [UInt8]) {
    let builder = Builder()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else { return nil }
    self.root = root
  }

  var cases: [Element] { root.all("testcase") }

  func suite(_ name: String) -> Element? {
    root.children.first { $0.name == "testsuite" && $0.attributes["name"] == name }
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var root: Element?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = Element(name: elementName, attributes: attributes)
      if let parent = open.last { parent.children.append(element) } else { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      open.last?.text += string
    }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }
  }
}
