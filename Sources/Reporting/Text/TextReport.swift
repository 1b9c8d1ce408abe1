/// The report for a person who reads the log of a CI job: the verdict first, lists cut to what one looks at.
package enum TextReport {
  /// How many unused operations, and how many findings of one kind, are listed.
  static let longestList = 20
  /// How many slow calls are listed.
  static let slowCalls = 5

  /// The text, each line with its end. Lines are wrapped at `width` characters, at least 40; ANSI colours are
  /// used only with `color`.
  package static func render(_ report: RunReport, width: Int = 100, color: Bool) -> String {
    var page = TextPage(width: width, color: color)
    verdict(of: report, on: &page)
    coverage(of: report, on: &page)
    unused(in: report.coverage, on: &page)
    for kind in Finding.Kind.allCases {
      findings(of: kind, in: report, on: &page)
    }
    slowest(of: report, on: &page)
    return page.text
  }

  private static func verdict(of report: RunReport, on page: inout TextPage) {
    let title = PlainText.clean(report.title)
    switch report.verdict {
    case .passed: page.line(title, lead: "PASSED  ", style: .good)
    case .failed: page.line(title, lead: "FAILED  ", style: .bad)
    }
    for reason in report.reasons {
      page.line(reason, lead: "  - ")
    }
    let requests = report.requestCount == 1 ? "1 request" : "\(report.requestCount) requests"
    let duration = FixedPoint.text(report.durationMilliseconds, decimals: 3)
    page.blank()
    page.line("\(requests) in \(duration) s, started at \(PlainText.clean(report.startedAt))")
  }

  private static func coverage(of report: RunReport, on page: inout TextPage) {
    let shares = report.coverage.shares
    let total = report.coverage.total
    guard total.operations > 0 else { return }
    let minimum = report.coverage.minimumPercent.map { ", at least \($0)% wanted" } ?? ""
    let isBelow = report.coverage.isBelowMinimum
    page.blank()
    page.line(
      "Coverage \(total.wholePercent)%: \(total.used) of \(total.operations) operations\(minimum)",
      style: isBelow ? .bad : .bold)
    let names = shares.map { PlainText.clean($0.api) }
    let column = names.map(\.count).max() ?? 0
    for (name, entry) in zip(names, shares) {
      page.line("\(entry.share.used)/\(entry.share.operations)", lead: "  \(padded(name, to: column))  ")
    }
  }

  private static func unused(in coverage: Coverage, on page: inout TextPage) {
    let unused = coverage.countedUnused
    guard !unused.isEmpty else { return }
    let shown = unused.prefix(longestList)
    let methods = shown.map { PlainText.clean($0.method) }
    let column = methods.map(\.count).max() ?? 0
    page.blank()
    page.line("Unused operations: \(unused.count)", style: .bold)
    for (method, operation) in zip(methods, shown) {
      let refused = operation.refusedCount > 0 ? ", \(operation.refusedCount) refused" : ""
      let text = "\(operation.path) (\(operation.operationID), \(operation.api)\(refused))"
      page.line(PlainText.clean(text), lead: "  \(padded(method, to: column)) ")
    }
    rest(of: unused.count, on: &page)
  }

  private static func slowest(of report: RunReport, on page: inout TextPage) {
    let calls = report.slowest.sorted { $0.microseconds > $1.microseconds }.prefix(slowCalls)
    guard !calls.isEmpty else { return }
    let times = calls.map { FixedPoint.text($0.microseconds / 100, decimals: 1) }
    let column = times.map(\.count).max() ?? 0
    page.blank()
    page.line("Slowest calls", style: .bold)
    for (time, call) in zip(times, calls) {
      let space = String(repeating: " ", count: column - time.count)
      page.line(
        PlainText.clean("\(call.method) \(call.path)"),
        lead: "  \(space)\(time) ms  \(call.status == 0 ? "---" : "\(call.status)")  ")
    }
  }

  /// The note that a list was cut.
  static func rest(of count: Int, on page: inout TextPage) {
    if count > longestList { page.line("… and \(count - longestList) more", lead: "  ") }
  }

  private static func padded(_ text: String, to count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.count))
  }
}
