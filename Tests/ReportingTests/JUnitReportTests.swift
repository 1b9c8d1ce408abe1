import Reporting
import Testing

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
