import HTTPCore

/// The report for the log of a CI job: the verdict first, and long lists truncated.
package enum TextReport {
  /// The largest number of listed unused operations, and of listed findings of one kind.
  static let longestList = 20
  /// The number of listed slow calls.
  static let slowCalls = 5

  /// The text, each line with its end. Lines are wrapped at `width` characters, at least 40; ANSI colours are only used
  /// with `color`.
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
    let nouns = report.coverage.hasMessages ? "operations and messages" : "operations"
    page.blank()
    page.line(
      "Coverage \(total.wholePercent)%: \(total.used) of \(total.operations) \(nouns)\(minimum)",
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
    let isExplained = unused.contains { $0.reason != nil }
    let shown = unused.prefix(longestList)
    let methods = shown.map { PlainText.clean($0.method) }
    let column = methods.map(\.count).max() ?? 0
    page.blank()
    page.line(
      isExplained
        ? "Operations without a success: \(unused.count)"
        : "Unused \(unused.contains(where: \.isMessage) ? "operations and messages" : "operations"): \(unused.count)",
      style: .bold)
    for (method, operation) in zip(methods, shown) {
      let refused = operation.refusedCount > 0 && operation.reason == nil ? ", \(operation.refusedCount) refused" : ""
      let reason = operation.reason.map { ": \($0)" } ?? ""
      let text = "\(operation.path) (\(operation.operationID), \(operation.api)\(refused))\(reason)"
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

  /// The note that a list was truncated.
  static func rest(of count: Int, on page: inout TextPage) {
    if count > longestList { page.line("… and \(count - longestList) more", lead: "  ") }
  }

  private static func padded(_ text: String, to count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.count))
  }
}

extension TextReport {
  /// Writes the findings of one kind under a heading; nothing without findings.
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

/// Texts of any origin in one line of a log.
///
/// A message may repeat what a client sent. In a terminal an escape character in it would move the cursor or overwrite
/// lines, a line break would forge a line of the report, and a CI service would interpret `##vso[…]` or `##[…]` as a
/// command.
enum PlainText {
  /// The largest length of a text in Unicode scalars; the other reports contain all of it.
  static let greatestLength = 600

  /// The text without characters that a terminal or a CI service would interpret, truncated when it is long.
  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.clipped(to: greatestLength).unicodeScalars {
      if beginsCommand(scalar), cleaned.last == "#", cleaned.dropLast().last == "#" {
        cleaned.insert(" ", at: cleaned.index(before: cleaned.endIndex))
      }
      cleaned.append(visible(scalar))
    }
    return String(cleaned)
  }

  /// Line breaks and tabs are spaces; other control characters and changes of direction are U+FFFD.
  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}": "\u{FFFD}"
    default: scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
  }

  /// Whether the character after `##` makes it a command.
  private static func beginsCommand(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "[" || (scalar.isASCII && scalar.properties.isAlphabetic)
  }
}
