/// The report as JUnit XML, in the dialect that the readers of Jenkins, GitLab and GitHub have in common.
///
/// The file has a failure exactly when the verdict is "failed", and always a case, since some readers take a
/// file without any for a mistake.
package enum JUnitReport {
  /// The document in UTF-8.
  package static func render(_ report: RunReport) -> [UInt8] {
    let suites = [operations(of: report), findings(of: report), command(of: report)]
    return JUnitDocument.render(
      suites, title: report.title, startedAt: report.startedAt, milliseconds: report.durationMilliseconds)
  }

  /// A case per operation to be covered, its time that of the slowest request.
  ///
  /// Unused operations are skipped cases. When the coverage is below its minimum one failing case stands for
  /// all of them and lists them, since none of them is to blame more than another.
  private static func operations(of report: RunReport) -> JUnitSuite {
    let used = report.coverage.countedUsed
    var cases = used.map { use in
      JUnitSuite.Case(
        className: className("operations", use.api), name: "\(use.operationID): \(use.method) \(use.path)",
        microseconds: use.slowestMicroseconds, outcome: .passed(output: nil))
    }
    let unused = report.coverage.countedUnused
    if let reason = report.coverageReason {
      let list = unused.map { "\($0.method) \($0.path) (\($0.operationID), \($0.api))" }
      let details = (["\(reason); unused operations:"] + list).joined(separator: "\n")
      cases.append(
        JUnitSuite.Case(
          className: "operations", name: "coverage", microseconds: 0,
          outcome: .failed(type: "coverage", message: reason, details: details)))
    } else {
      cases += unused.map { operation in
        JUnitSuite.Case(
          className: className("operations", operation.api),
          name: "\(operation.operationID): \(operation.method) \(operation.path)",
          microseconds: 0, outcome: .skipped(message: message(of: operation)))
      }
    }
    return JUnitSuite(name: "operations", microseconds: sum(of: used), cases: cases)
  }

  /// A case per finding: failing for a kind to fail on, else passing with the finding as its output.
  private static func findings(of report: RunReport) -> JUnitSuite {
    let cases = report.findings.map { finding in
      let kind = finding.kind.rawValue
      let details = ([finding.place, finding.message, finding.occurrences ?? ""] + finding.otherOperations)
        .filter { !$0.isEmpty }.joined(separator: "\n")
      return JUnitSuite.Case(
        className: className("findings", finding.api),
        name: finding.place.isEmpty ? kind : "\(kind): \(finding.place)", microseconds: 0,
        outcome: report.failOn.contains(finding.kind)
          ? .failed(type: kind, message: finding.message, details: details) : .passed(output: details))
    }
    return JUnitSuite(name: "findings", microseconds: 0, cases: cases)
  }

  private static func message(of operation: UnusedOperation) -> String {
    operation.refusedCount > 0 ? "every request of the operation was refused" : "the operation was not requested"
  }

  /// The one case of the command; it passes with a note when none was run.
  private static func command(of report: RunReport) -> JUnitSuite {
    let microseconds = report.durationMilliseconds.multipliedReportingOverflow(by: 1000)
    let time = microseconds.overflow ? Int.max : microseconds.partialValue
    let outcome: JUnitSuite.Outcome =
      if let code = report.failedExit {
        .failed(
          type: "exit-code", message: "the command exited with \(code)", details: "\(report.title)\nexit code \(code)")
      } else {
        .passed(output: report.commandExit == nil ? "no command was run" : nil)
      }
    let name = report.title.isEmpty ? "command" : report.title
    let single = JUnitSuite.Case(className: "command", name: name, microseconds: time, outcome: outcome)
    return JUnitSuite(name: "command", microseconds: time, cases: [single])
  }

  private static func className(_ suite: String, _ api: String) -> String {
    api.isEmpty ? suite : "\(suite).\(api)"
  }

  private static func sum(of used: [OperationUse]) -> Int {
    used.reduce(0) { sum, use in
      let (next, isTooGreat) = sum.addingReportingOverflow(max(use.slowestMicroseconds, 0))
      return isTooGreat ? Int.max : next
    }
  }
}
