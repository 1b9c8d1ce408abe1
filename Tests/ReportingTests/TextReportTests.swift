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

@Suite("Text reports of much and of hostile texts")
struct TextReportLimitsTests {
  private func lines(_ report: RunReport, width: Int = 100) -> [Substring] {
    TextReport.render(report, width: width, color: false).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("cut the findings of each kind with a note")
  func manyFindings() {
    let findings = (1...10_000).map { number in
      Samples.finding(
        number.isMultiple(of: 2) ? .serverError : .contractViolation, location: "body /n\(number)",
        firstRequest: number)
    }
    let lines = lines(Samples.report(findings: findings))
    #expect(lines.contains("  - 5000 server errors"))
    #expect(lines.contains("Server errors: 5000"))
    #expect(lines.count { $0.hasPrefix("  - body /n") } == 40)
    #expect(lines.count { $0 == "  … and 4980 more" } == 2)
  }

  @Test("list 20 unused operations", arguments: [(20, nil), (21, "1"), (32, "12")])
  func manyUnused(count: Int, rest: String?) {
    let lines = lines(Samples.report(coverage: Samples.coverage(used: 0, of: count, minimum: nil)))
    #expect(lines.contains("Unused operations: \(count)"))
    #expect(lines.count { $0.hasPrefix("  GET /unused/") } == 20)
    #expect(lines.filter { $0.contains("…") } == (rest.map { ["  … and \($0) more"] } ?? []))
  }

  @Test("list the five slowest calls, slowest first")
  func slowest() {
    let calls = [3, 9, 1, 7, 5, 8, 2].map { rank in
      SlowCall(method: "GET", path: "/\(rank)", status: 200, microseconds: rank * 1000)
    }
    let times = lines(Samples.report(slowest: calls)).drop { $0 != "Slowest calls" }.dropFirst().prefix { $0 != "" }
    #expect(times.map { $0.suffix(1) } == ["9", "8", "7", "5", "3"])
  }

  @Test("keep within the width but for words longer than a line", arguments: [Int.min, 0, 40, 63, 100])
  func width(width: Int) {
    let word = String(repeating: "x", count: 70)
    let finding = Samples.finding(
      .serverError, location: word, message: String(repeating: "five words of a message ", count: 20))
    for line in lines(Samples.report(findings: [finding]), width: width) where !line.contains("x:") {
      #expect(line.count <= max(width, 40))
      #expect(line.last != " ")
    }
  }

  @Test("cut a long message")
  func longMessage() throws {
    let finding = Samples.finding(.serverError, message: String(repeating: "é", count: 100_000))
    let line = try #require(lines(Samples.report(findings: [finding])).first { $0.hasPrefix("  - éé") })
    #expect(line.count == 604)
    #expect(line.hasSuffix("é…"))
  }

  @Test(
    "hold nothing that a terminal or a CI service would act on",
    arguments: [
      ("a\nb\r\nc\td", "a b c d"), ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"),
      ("a\u{0}\u{7F}\u{9B}", "a\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("a\u{202E}b", "a\u{FFFD}b"), ("##vso[task.complete]", "# #vso[task.complete]"),
      ("###[error]", "## #[error]"), ("## heading", "## heading"), ("👩‍🌾 ok", "👩‍🌾 ok"), ("x\u{2028}y", "x y"),
    ])
  func hostile(message: String, shown: String) {
    let finding = Samples.finding(.serverError, api: "", message: message, count: 0)
    #expect(lines(Samples.report(findings: [finding])).contains("  - \(shown)"))
    #expect(lines(Samples.report(title: message)).first == "PASSED  \(shown)")
  }

  @Test("never begin a line with a workflow command", arguments: 40...80)
  func workflowCommand(width: Int) {
    let message = "some words before it \n::error file=a::b ::warning::c and some more words after it"
    let finding = Samples.finding(.serverError, message: message)
    for line in lines(Samples.report(findings: [finding]), width: width) {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"))
    }
  }
}
