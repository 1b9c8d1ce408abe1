/// The report as JUnit XML, in the common dialect of Jenkins, GitLab and GitHub.
///
/// The file has a failure exactly when the verdict is "failed", and always at least one case, because some readers
/// treat a file without cases as an error.
package enum JUnitReport {
  /// The document in UTF-8.
  package static func render(_ report: RunReport) -> [UInt8] {
    let suites = [operations(of: report), findings(of: report), command(of: report)]
    return JUnitDocument.render(
      suites, title: report.title, startedAt: report.startedAt, milliseconds: report.durationMilliseconds)
  }

  /// A case for each operation to be covered, with the time of its slowest request.
  ///
  /// Unused operations are skipped cases. If the coverage is below its minimum, one failing case lists all of them.
  private static func operations(of report: RunReport) -> JUnitSuite {
    let used = report.coverage.countedUsed
    var cases = used.map { use in
      JUnitSuite.Case(
        className: className("operations", use.api), name: "\(use.operationID): \(use.method) \(use.path)",
        microseconds: use.slowestMicroseconds, outcome: .passed(output: nil))
    }
    let unused = report.coverage.countedUnused
    if let reason = report.coverageReason {
      let list = unused.map {
        "\($0.method) \($0.path) (\($0.operationID), \($0.api))" + ($0.reason.map { ": \($0)" } ?? "")
      }
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

  /// A case for each finding: failing for a kind to fail on, otherwise passing with the finding as its output.
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
    if let reason = operation.reason { return reason }
    return operation.refusedCount > 0 ? "every request of the operation was refused" : "the operation was not requested"
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

/// Suites of test cases as a JUnit XML file that conforms to Jenkins' `junit-10.xsd` (jenkinsci/xunit-plugin). The
/// counts are those of the written cases.
enum JUnitDocument {
  /// The document in UTF-8, an element a line, times in seconds.
  static func render(_ suites: [JUnitSuite], title: String, startedAt: String, milliseconds: Int) -> [UInt8] {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites".utf8)
    bytes.appendXMLAttribute("name", title)
    // Jenkins' schema (junit-10.xsd) has no "skipped" here.
    bytes.appendCounts(of: suites)
    bytes.appendXMLAttribute("time", FixedPoint.text(milliseconds, decimals: 3))
    bytes.append(contentsOf: ">\n".utf8)
    for suite in suites {
      bytes.append(contentsOf: "  <testsuite".utf8)
      bytes.appendXMLAttribute("name", suite.name)
      bytes.appendCounts(of: [suite])
      bytes.appendXMLAttribute("skipped", String(suite.skipped))
      bytes.appendXMLAttribute("time", FixedPoint.text(suite.microseconds, decimals: 6))
      bytes.appendXMLAttribute("timestamp", startedAt)
      bytes.append(contentsOf: ">\n".utf8)
      for testCase in suite.cases {
        bytes.append(testCase)
      }
      bytes.append(contentsOf: "  </testsuite>\n".utf8)
    }
    bytes.append(contentsOf: "</testsuites>\n".utf8)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func appendCounts(of suites: [JUnitSuite]) {
    appendXMLAttribute("tests", String(suites.reduce(0) { $0 + $1.cases.count }))
    appendXMLAttribute("failures", String(suites.reduce(0) { $0 + $1.failures }))
    appendXMLAttribute("errors", "0")
  }

  fileprivate mutating func append(_ testCase: JUnitSuite.Case) {
    append(contentsOf: "    <testcase".utf8)
    appendXMLAttribute("classname", testCase.className)
    appendXMLAttribute("name", testCase.name)
    appendXMLAttribute("time", FixedPoint.text(testCase.microseconds, decimals: 6))
    switch testCase.outcome {
    case .passed(output: nil):
      append(contentsOf: "/>\n".utf8)
      return
    case .passed(let output?):
      append(contentsOf: ">\n      <system-out>".utf8)
      appendXMLText(output)
      append(contentsOf: "</system-out>\n".utf8)
    case .failed(let type, let message, let details):
      append(contentsOf: ">\n      <failure".utf8)
      appendXMLAttribute("type", type)
      appendXMLAttribute("message", message)
      append(contentsOf: ">".utf8)
      appendXMLText(details)
      append(contentsOf: "</failure>\n".utf8)
    case .skipped(let message):
      append(contentsOf: ">\n      <skipped".utf8)
      appendXMLAttribute("message", message)
      append(contentsOf: "/>\n".utf8)
    }
    append(contentsOf: "    </testcase>\n".utf8)
  }
}

/// A suite of test cases in JUnit's format.
struct JUnitSuite {
  /// One test case and its result.
  struct Case {
    let className: String
    let name: String
    let microseconds: Int
    let outcome: Outcome
  }

  enum Outcome {
    /// It passed; the text, if any, is its output.
    case passed(output: String?)
    /// It failed, with a line for lists and a text with details.
    case failed(type: String, message: String, details: String)
    /// It was not run.
    case skipped(message: String)
  }

  let name: String
  let microseconds: Int
  let cases: [Case]

  /// Creates the suite, with a unique name for every case.
  ///
  /// Readers distinguish cases by class and name, and some drop the second of a pair; later ones get a number.
  init(name: String, microseconds: Int, cases: [Case]) {
    self.name = name
    self.microseconds = microseconds
    var taken: Set<[String]> = []
    var counts: [[String]: Int] = [:]
    self.cases = cases.map { original in
      var name = original.name
      while !taken.insert([original.className, name]).inserted {
        counts[[original.className, original.name], default: 1] += 1
        name = "\(original.name) (\(counts[[original.className, original.name], default: 1]))"
      }
      return Case(
        className: original.className, name: name, microseconds: original.microseconds, outcome: original.outcome)
    }
  }

  /// The number of failed cases.
  var failures: Int {
    cases.count { if case .failed = $0.outcome { true } else { false } }
  }

  /// The number of skipped cases.
  var skipped: Int {
    cases.count { if case .skipped = $0.outcome { true } else { false } }
  }
}

/// Texts of any origin in an XML 1.0 document.
extension [UInt8] {
  /// Appends a name and a value in double quotes after a space.
  ///
  /// White space other than a space is written as a character reference: a parser would otherwise convert it to spaces
  /// (XML 1.0 section 3.3.3).
  mutating func appendXMLAttribute(_ name: String, _ value: String) {
    append(contentsOf: " \(name)=\"".utf8)
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&apos;".utf8)
      case "\t": append(contentsOf: "&#9;".utf8)
      case "\n": append(contentsOf: "&#10;".utf8)
      default: appendXMLScalar(scalar)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends the content of an element. `>` is escaped too, because `]]>` is not allowed in content (section 2.4).
  mutating func appendXMLText(_ text: String) {
    for scalar in text.unicodeScalars {
      appendXMLScalar(scalar)
    }
  }

  /// Appends a character that is not markup; a parser preserves a carriage return only as a reference (2.11).
  private mutating func appendXMLScalar(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": append(contentsOf: "&amp;".utf8)
    case "<": append(contentsOf: "&lt;".utf8)
    case ">": append(contentsOf: "&gt;".utf8)
    case "\r": append(contentsOf: "&#13;".utf8)
    case _ where Self.isXMLCharacter(scalar): append(contentsOf: UTF8.encode(scalar) ?? .init())
    default: append(contentsOf: "\u{FFFD}".utf8)
    }
  }

  /// Whether XML 1.0 allows the character at all, as itself or as a reference (section 2.2).
  private static func isXMLCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
