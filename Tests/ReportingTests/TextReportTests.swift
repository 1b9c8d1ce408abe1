import Reporting
import Testing

@Suite("Text reports")
struct TextReportTests {
  @Test("of a run that passed")
  func passed() {
    let text = TextReport.render(Samples.report(coverage: Samples.coverage(minimum: 50)), color: false)
    #expect(
      text == """
        PASSED  swift test

        16 requests in 12.045 s, started at 2031-03-02T09:14:05Z

        Coverage 60%: 3 of 5 operations, at least 50% wanted
          agrobridge  2/3
          newsapi     1/2

        Unused operations: 2
          DELETE /v1/lotes/{id} (deleteLote, agrobridge)
          GET    /v2/everything (everything, newsapi)

        Slowest calls
          1204.5 ms  200  GET /v1/lotes?page=2
             8.0 ms  201  POST /v1/lotes

        """)
  }

  @Test("of a run that failed, wrapped at the width")
  func failed() {
    let findings = [
      Samples.violation,
      Samples.finding(
        .unknownRoute, api: "", operation: "GET /v1/lote", message: "no such operation", firstRequest: 9),
      Samples.finding(.unusedFault, message: "the fault “slow lotes” was never met", count: 0),
    ]
    let report = Samples.report(
      exit: 1, findings: findings, coverage: Samples.coverage(used: 1, of: 2, minimum: 60), slowest: [],
      requests: 1)
    #expect(
      TextReport.render(report, width: 60, color: false) == """
        FAILED  swift test
          - the command exited with 1
          - 1 contract violation
          - coverage 50% is below 60%

        1 request in 12.045 s, started at 2031-03-02T09:14:05Z

        Coverage 50%: 1 of 2 operations, at least 60% wanted
          agrobridge  1/2

        Unused operations: 1
          GET /unused/1 (unused1, agrobridge)

        Unknown routes: 1 (reported only)
          - GET /v1/lote: no such operation (request 9)

        Contract violations: 1
          - POST /v1/lotes, body /nombe: no such field, “nombre” may
            be meant (3 times, first in request 4, agrobridge)

        Unused faults: 1 (reported only)
          - the fault “slow lotes” was never met (agrobridge)

        """)
  }

  @Test("of an empty run")
  func empty() {
    let text = TextReport.render(Samples.empty, color: false)
    #expect(text == "PASSED\n\n0 requests in 0.000 s, started at\n")
  }

  @Test("have colours only when asked, and then the same text")
  func colors() {
    let report = Samples.report(exit: 3, findings: [Samples.violation])
    let plain = TextReport.render(report, color: false)
    let colored = TextReport.render(report, color: true)
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.hasPrefix("\u{1B}[1;31mFAILED  swift test\u{1B}[0m\n"))
    #expect(TextReport.render(Samples.report(), color: true).hasPrefix("\u{1B}[1;32mPASSED"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]+m/, with: "") == plain)
  }
}
