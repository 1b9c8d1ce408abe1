import Reporting
import Testing

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
