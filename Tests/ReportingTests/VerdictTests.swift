import Reporting
import Testing

@Suite("Verdicts")
struct VerdictTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var exit: Int32? = 0
    var kinds: [Finding.Kind] = []
    var failOn: Set<Finding.Kind> = []
    /// Operations used, operations, minimum.
    var coverage: (Int, Int, Int?) = (1, 2, nil)
    var reasons: [String] = []
    var exitCode: Int32 = 0

    var testDescription: String { name }

    var report: RunReport {
      Samples.report(
        exit: exit, findings: kinds.map { Samples.finding($0) }, failOn: failOn,
        coverage: Samples.coverage(used: coverage.0, of: coverage.1, minimum: coverage.2))
    }
  }

  static let rows = [
    Row(name: "nothing asked for"),
    Row(name: "no command", exit: nil),
    Row(name: "a failed command", exit: 1, reasons: ["the command exited with 1"], exitCode: 1),
    Row(name: "its own code", exit: 65, reasons: ["the command exited with 65"], exitCode: 65),
    Row(name: "a signal", exit: -9, reasons: ["the command exited with -9"], exitCode: -9),
    Row(name: "a code without low bits", exit: 512, reasons: ["the command exited with 512"], exitCode: 1),
    Row(name: "findings that are reported only", kinds: Finding.Kind.allCases, failOn: []),
    Row(name: "kinds that did not occur", kinds: [.unusedFault], failOn: [.serverError, .unknownRoute]),
    Row(
      name: "one", kinds: [.serverError], failOn: [.serverError], reasons: ["1 server error"], exitCode: 1),
    Row(
      name: "several kinds, in a fixed order",
      kinds: [.unusedFault, .contractViolation, .unknownRoute, .contractViolation, .serverError],
      failOn: [.unusedFault, .unknownRoute, .contractViolation],
      reasons: ["1 unknown route", "2 contract violations", "1 unused fault"], exitCode: 1),
    Row(
      name: "nothing asked of an API", kinds: [.noRequests], failOn: [.serverError, .noRequests],
      reasons: ["no operation of an API was called"], exitCode: 1),
    Row(name: "the minimum to the point", coverage: (3, 5, 60)),
    Row(name: "below the minimum", coverage: (9, 20, 60), reasons: ["coverage 45% is below 60%"], exitCode: 1),
    Row(
      name: "hardly below", coverage: (599, 1000, 60), reasons: ["coverage 59% is below 60%"], exitCode: 1),
    Row(name: "all but one", coverage: (999, 1000, 100), reasons: ["coverage 99% is below 100%"], exitCode: 1),
    Row(name: "nothing to cover", coverage: (0, 0, 100)),
    Row(name: "no minimum to miss", coverage: (0, 4, 0)),
    Row(name: "a minimum past 100", coverage: (4, 4, 150)),
    Row(
      name: "a replay that covers nothing", exit: nil, coverage: (0, 4, 1),
      reasons: ["coverage 0% is below 1%"], exitCode: 1),
    Row(
      name: "everything", exit: 2, kinds: [.serverError, .serverError], failOn: [.serverError],
      coverage: (0, 1, 1),
      reasons: ["the command exited with 2", "2 server errors", "coverage 0% is below 1%"], exitCode: 2),
  ]

  @Test("follow from the command, the findings and the coverage", arguments: rows)
  func verdict(row: Row) {
    #expect(row.report.reasons == row.reasons)
    #expect(row.report.verdict == (row.reasons.isEmpty ? .passed : .failed))
    #expect(row.report.exitCode == row.exitCode)
  }

  @Test("count a finding once however often it happened")
  func occurrences() {
    let finding = Samples.finding(.contractViolation, count: 400)
    #expect(Samples.report(findings: [finding]).reasons == ["1 contract violation"])
  }

  @Test("the kinds are spelled as the option spells them")
  func kinds() {
    #expect(
      Finding.Kind.allCases.map(\.rawValue)
        == ["unknown-route", "contract-violation", "server-error", "unused-fault", "no-requests", "note"])
  }
}

@Suite("Coverage")
struct CoverageTests {
  @Test("is a share of the operations to be covered", arguments: [(0, 8, 0.0), (3, 8, 37.5), (8, 8, 100.0)])
  func percent(used: Int, total: Int, percent: Double) {
    #expect(Samples.coverage(used: used, of: total, minimum: nil).percent == percent)
  }

  @Test("is complete when nothing is to be covered")
  func nothing() {
    #expect(Coverage(covered: [], used: [], unused: []).percent == 100)
    #expect(Coverage(covered: [], used: Samples.uses, unused: Samples.unused).percent == 100)
    #expect(Coverage(covered: ["interspace"], used: Samples.uses, unused: Samples.unused).percent == 100)
  }

  @Test("leaves out the APIs that are not to be covered")
  func others() {
    let coverage = Coverage(
      covered: ["newsapi"], used: Samples.uses, unused: Samples.unused, minimumPercent: 50)
    #expect(coverage.percent == 50)
    #expect(Samples.report(coverage: coverage).verdict == .passed)
    #expect(!TextReport.render(Samples.report(coverage: coverage), color: false).contains("deleteLote"))
  }

  @Test("counts an API named twice once")
  func twice() {
    let coverage = Coverage(covered: ["newsapi", "newsapi"], used: Samples.uses, unused: Samples.unused)
    #expect(coverage.percent == 50)
    let text = TextReport.render(Samples.report(coverage: coverage), color: false)
    #expect(text.contains("Coverage 50%: 1 of 2 operations\n  newsapi  1/2\n\n"))
  }

  @Test("brings the minimum into its range", arguments: [(-5, 0), (0, 0), (60, 60), (100, 100), (101, 100)])
  func minimum(given: Int, kept: Int) {
    #expect(Coverage(covered: [], used: [], unused: [], minimumPercent: given).minimumPercent == kept)
  }
}
