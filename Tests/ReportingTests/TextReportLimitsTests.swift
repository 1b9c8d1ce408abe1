import Reporting
import Testing

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
