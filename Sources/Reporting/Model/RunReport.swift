/// What a server saw of a run, a test suite's or a replay's, and what is to be held against it.
///
/// The renderers all read this one value, so that the text in a log, the JUnit file and the JSON file of a run
/// never disagree.
package struct RunReport: Sendable, Equatable {
  /// What was run, the command for instance.
  package let title: String
  /// When the run began, in ISO 8601: `2031-03-02T09:14:05Z`.
  package let startedAt: String
  /// How long the run took.
  package let durationMilliseconds: Int
  /// The exit code of the command; nil when no command was run.
  package let commandExit: Int32?
  /// What the run brought to light, in the order it was found.
  package let findings: [Finding]
  /// The kinds of findings that make the run fail. Others are reported only.
  package let failOn: Set<Finding.Kind>
  /// Which documented operations were requested.
  package let coverage: Coverage
  /// The calls that took longest, in any order.
  package let slowest: [SlowCall]
  /// How many requests there were.
  package let requestCount: Int

  /// A report of what was counted.
  package init(
    title: String, startedAt: String, durationMilliseconds: Int, commandExit: Int32?, findings: [Finding],
    failOn: Set<Finding.Kind>, coverage: Coverage, slowest: [SlowCall], requestCount: Int
  ) {
    self.title = title
    self.startedAt = startedAt
    self.durationMilliseconds = durationMilliseconds
    self.commandExit = commandExit
    self.findings = findings
    self.failOn = failOn
    self.coverage = coverage
    self.slowest = slowest
    self.requestCount = requestCount
  }
}
