import Foundation
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Counts and names in JUnit reports")
struct JUnitCountsTests {
  private func parsed(_ report: RunReport) throws -> ParsedJUnit {
    try #require(ParsedJUnit(JUnitReport.render(report)))
  }

  private func expectCounts(of element: ParsedJUnit.Element) {
    #expect(element.attributes["tests"] == String(element.all("testcase").count))
    #expect(element.attributes["failures"] == String(element.all("failure").count))
    // Jenkins' schema has no "skipped" at the root.
    let skipped = element.name == "testsuites" ? nil : String(element.all("skipped").count)
    #expect(element.attributes["skipped"] == skipped)
    #expect(element.attributes["errors"] == "0")
  }

  @Test("are those of what the file holds", arguments: VerdictTests.rows)
  func counts(row: VerdictTests.Row) throws {
    let document = try parsed(row.report)
    expectCounts(of: document.root)
    #expect(document.root.children.map { $0.attributes["name"] } == ["operations", "findings", "command"])
    for suite in document.root.children { expectCounts(of: suite) }
  }

  @Test("are right for 10,000 findings, all of them cases of their own")
  func many() throws {
    let findings = (0..<10_000).map { Samples.finding(.serverError, operation: "GET /\($0 % 7)", message: "\($0)") }
    let document = try parsed(Samples.report(findings: findings))
    expectCounts(of: document.root)
    #expect(document.root.all("failure").map { $0.attributes["message"] } == (0..<10_000).map(String.init))
    let names = document.cases.map { [$0.attributes["classname"], $0.attributes["name"]] }
    #expect(Set(names).count == names.count)
  }

  @Test("repeated names get a number that no other case has")
  func repeated() throws {
    let findings = ["GET /a", "GET /a (2)", "GET /a", "GET /a"].map { Samples.finding(.serverError, operation: $0) }
    let suite = try #require(parsed(Samples.report(findings: findings)).suite("findings"))
    #expect(
      suite.children.map { $0.attributes["name"] } == [
        "server-error: GET /a", "server-error: GET /a (2)", "server-error: GET /a (3)", "server-error: GET /a (4)",
      ])
  }

  @Test("of an empty run there is the one case of the command")
  func empty() throws {
    let document = try parsed(Samples.empty)
    expectCounts(of: document.root)
    #expect(document.cases.map { $0.attributes["name"] } == ["command"])
    #expect(document.root.attributes["time"] == "0.000")
  }

  @Test(
    "times are seconds with a point",
    arguments: [(Int.min, "0.000000"), (7, "0.000007"), (61_500_000, "61.500000")])
  func times(microseconds: Int, seconds: String) throws {
    let use = OperationUse(
      api: "newsapi", operationID: "sources", method: "GET", path: "/v2/sources", count: 1, statuses: [:],
      slowestMicroseconds: microseconds)
    let coverage = Coverage(covered: ["newsapi"], used: [use], unused: [])
    #expect(try parsed(Samples.report(coverage: coverage)).cases.first?.attributes["time"] == seconds)
  }

  @Test("the greatest times do not overflow")
  func greatest() throws {
    let use = OperationUse(
      api: "newsapi", operationID: "sources", method: "GET", path: "/v2/sources", count: .max, statuses: [:],
      slowestMicroseconds: .max)
    let report = RunReport(
      title: "long", startedAt: "", durationMilliseconds: .max, commandExit: nil, findings: [], failOn: [],
      coverage: Coverage(covered: ["newsapi"], used: [use, use], unused: []), slowest: [], requestCount: .max)
    let document = try parsed(report)
    #expect(document.suite("operations")?.attributes["time"] == "9223372036854.775807")
    #expect(document.suite("command")?.attributes["time"] == "9223372036854.775807")
    #expect(TextReport.render(report, color: true).contains("9223372036854775.807 s"))
  }
}
