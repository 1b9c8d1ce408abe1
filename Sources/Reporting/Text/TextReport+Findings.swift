extension TextReport {
  /// Writes the findings of one kind under a heading, nothing when there are none.
  static func findings(of kind: Finding.Kind, in report: RunReport, on page: inout TextPage) {
    let findings = report.findings.filter { $0.kind == kind }
    guard !findings.isEmpty else { return }
    let isFailure = report.failOn.contains(kind)
    page.blank()
    page.line(
      "\(heading(of: kind)): \(findings.count)\(isFailure ? "" : " (reported only)")",
      style: isFailure ? .bad : .warning)
    for finding in findings.prefix(longestList) {
      page.line(line(for: finding), lead: "  - ")
    }
    rest(of: findings.count, on: &page)
  }

  /// "Contract violations", also for a single one: it is the name of the list.
  private static func heading(of kind: Finding.Kind) -> String {
    let words = kind.words(for: 2)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// "POST /v1/lotes, body /nombe: no such field (3 times, first in request 12, agrobridge)".
  private static func line(for finding: Finding) -> String {
    let notes = [finding.occurrences ?? "", finding.api].filter { !$0.isEmpty }.joined(separator: ", ")
    let place = PlainText.clean(finding.place)
    let message = PlainText.clean(finding.message)
    let sentence = [place, message].filter { !$0.isEmpty }.joined(separator: ": ")
    return notes.isEmpty ? sentence : "\(sentence) (\(PlainText.clean(notes)))"
  }
}
