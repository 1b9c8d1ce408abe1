import APIs
import ArgumentParser
import Contract
import Foundation
import HTTPCore
import Reporting
import Server

/// `mock-api check`.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Replay every documented operation against a backend, and report where it leaves the documents.",
    discussion: """
      Each operation is called once with the examples of its document: first sign-ins and reads, then writes, removals \
      and sign-outs last. What the answers are does not matter as long as they are documented. It writes and removes \
      records, so point it at a backend made for that. Where that is mock-api itself, its own operations are called \
      too, in a world made for that. What is alike is told once; documented headers that need not be there, and are \
      not, are notes.

      Exit codes: 0 every answer is documented, 1 some are not or nobody answers, 2 wrong usage.
      """)

  @Argument(help: "Where the backend is, such as http://localhost:3000.")
  var url: String

  @OptionGroup(title: "Credentials") var credentials: CheckCredentials

  @OptionGroup var verdict: VerdictOptions

  @Option(help: "Folder with the API documents. (default: found beside the program or in the source tree)")
  var openapi: String?

  func validate() throws {
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw ValidationError("the URL must begin with http:// or https://, not \"\(url)\"")
    }
  }

  func run() throws {
    try verdict.requireWritable()
    let source = OptionSource(environment: ProcessInfo.processInfo.environment)
    let library = ContractLibrary(folder: try DataFolder.openapi.locate(source.value(openapi, "openapi")?.text))
    var apis = try verdict.covered() ?? Registry.modules.map(\.name)
    let stopwatch = Stopwatch()
    var replay = Replay(base: url.hasSuffix("/") ? String(url.dropLast()) : url, try credentials.given(source))
    for api in apis {
      guard let document = try library.document(api) else { continue }
      try replay.run(document)
    }
    // Last, and in a world of its own.
    if verdict.covers == nil, replay.unreachable == nil, let document = try library.document(ReplayOrder.control),
      let world = CheckedWorld(at: replay.base)
    {
      apis.append(document.api)
      try replay.run(document, in: world)
    }
    let failing: Set<Finding.Kind> = verdict.failOn == nil ? [.contractViolation, .serverError] : try verdict.failing()
    let report = RunReport(
      title: "check \(url)", startedAt: stopwatch.startedAt,
      durationMilliseconds: stopwatch.milliseconds, commandExit: nil, findings: replay.findings,
      failOn: failing,
      coverage: Coverage(covered: apis, used: replay.used, unused: [], minimumPercent: verdict.minCoverage),
      slowest: Array(replay.calls.sorted { $0.microseconds > $1.microseconds }.prefix(10)),
      requestCount: replay.calls.count)
    try verdict.publish(report)
    throw ExitCode(report.exitCode)
  }
}
