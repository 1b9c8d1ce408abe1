/// Whether a run is good enough for whoever started it.
package enum Verdict: String, Sendable, CaseIterable {
  /// Nothing that was asked for is missing.
  case passed
  /// There is at least one reason against it.
  case failed
}

extension RunReport {
  /// Passed only if the command exited with 0 (or none was run), there is no finding of a kind in `failOn`, and
  /// the coverage is at least the minimum.
  package var verdict: Verdict { reasons.isEmpty ? .passed : .failed }

  /// What makes the run fail, a plain sentence each; empty when it passed.
  ///
  /// A finding counts once however often it happened, so that the number is that of the entries listed.
  package var reasons: [String] {
    var reasons: [String] = []
    if let failedExit { reasons.append("the command exited with \(failedExit)") }
    for kind in Finding.Kind.allCases where failOn.contains(kind) {
      let count = findings.count { $0.kind == kind }
      guard count > 0 else { continue }
      reasons.append(kind == .noRequests ? "no request came" : "\(count) \(kind.words(for: count))")
    }
    if let coverageReason { reasons.append(coverageReason) }
    return reasons
  }

  /// What the process that reports should exit with: the command's own code when that failed, else 1 when the
  /// run failed and 0 when it passed.
  ///
  /// A system keeps the low eight bits of an exit code. A code that has none of them would come out as success,
  /// and is 1 instead.
  package var exitCode: Int32 {
    if let failedExit { return failedExit & 0xFF == 0 ? 1 : failedExit }
    return verdict == .passed ? 0 : 1
  }

  /// The exit code of a command that failed.
  var failedExit: Int32? {
    commandExit.flatMap { $0 == 0 ? nil : $0 }
  }

  /// "coverage 45% is below 60%", or nil when the minimum is reached or there is none.
  var coverageReason: String? {
    guard coverage.isBelowMinimum, let minimum = coverage.minimumPercent else { return nil }
    return "coverage \(coverage.total.wholePercent)% is below \(minimum)%"
  }
}
