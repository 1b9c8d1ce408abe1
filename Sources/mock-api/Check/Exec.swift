import ArgumentParser
import Foundation
import Logging
import Options
import Platform
import Server
import Transport
import World

/// `mock-api exec`.
struct Exec: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a command against a fresh server and report what it did wrong.",
    discussion: """
      The server listens on a free port and ends with the command. The command finds the address in MOCK_API_URL, \
      MOCK_API_WS_URL and PORT (and in MOCK_API_TLS_URL and MOCK_API_WSS_URL with --tls-port), and the token of \
      --admin-token in MOCK_API_ADMIN_TOKEN. Put options of serve before the two dashes:

        mock-api exec --fail-on contract-violation --covers agrobridge -- xcodebuild test -scheme App

      --help shows the common options; mock-api exec --help-all shows every option.

      Exit codes: the command's own if it failed; 1 if there are findings of --fail-on; 126 or 127 if it cannot start; 2 \
      wrong usage.
      """)

  @OptionGroup var verdict: VerdictOptions
  @OptionGroup var options: ServeOptions

  @Option(
    help: """
      Create this many worlds for parallel workers: worker-1 and so on. The command finds their addresses in \
      MOCK_API_URL_1, MOCK_API_WS_URL_1 and so on, and their number in MOCK_API_WORKERS.
      """)
  var workers: Int = 0

  @Argument(parsing: .postTerminator, help: "The command and its arguments, after two dashes.")
  var command: [String] = []

  func validate() throws {
    if command.isEmpty { throw ValidationError("put the command to run after two dashes: mock-api exec -- COMMAND") }
    guard (0...Self.mostWorkers).contains(workers) else {
      throw ValidationError("--workers must be a whole number from 0 to \(Self.mostWorkers), not \(workers)")
    }
    guard try !verdict.given(among: nil).failing.contains(.note) else {
      throw ValidationError("--fail-on note has no effect here: only check reports notes")
    }
  }

  func run() throws {
    try verdict.requireWritable()
    let signals = StopSignals(withHangUp: true)
    ProcessLimits.ignoreBrokenPipes()
    let environment = ProcessInfo.processInfo.environment
    let flags = options.texts
    let file = try ConfigurationLocation(flags, environment: environment).read(environment: environment)
    var configuration = try ServeConfiguration(
      flags, OptionSource(environment: environment, file: file, isExec: true))
    if flags["port"] == nil { configuration.server.port = 0 }
    ProcessLimits.adjustDescriptors(connections: configuration.server.limits.maximumConnections)
    let failing = try verdict.given(among: nil).failing
    guard configuration.server.contract != .off || !failing.contains(.contractViolation) else {
      throw ValidationError(
        "--fail-on contract-violation needs requests to be compared with their documents, and --contract off turns that"
          + " off; leave one of them out")
    }
    // The access log would hide the command's output.
    let level = flags["log-level"] == nil ? max(configuration.logLevel, .warning) : configuration.logLevel
    let log = LogConfiguration(level: level, format: configuration.logFormat)
    let server = try ServerStart.make(configuration, log: log)
    ServerStart.reportUnknownVariables(environment)
    let criteria = try verdict.given(among: server.apiNames)
    try makeWorlds(server)
    let bound = try ServerStart.listen(server)
    let stopwatch = Stopwatch()
    let token = configuration.server.adminToken
    let exit = try run(in: environment, adminToken: token, at: bound, secure: server.secureSockets.first, signals)
    let duration = stopwatch.milliseconds
    server.stop()
    let report = UsageReport.report(
      server, title: command.joined(separator: " "), startedAt: stopwatch.startedAt,
      durationMilliseconds: duration, commandExit: exit, failOn: criteria.failing, covered: criteria.covered,
      minimumPercent: criteria.minimumPercent)
    try verdict.publish(report)
    throw ExitCode(report.exitCode)
  }

  private static let mostWorkers = 256

  /// Whether it is the name of a variable for a single worker, such as `MOCK_API_URL_1`.
  static func isOfWorker(variable: String) -> Bool {
    ["MOCK_API_URL_", "MOCK_API_WS_URL_"].contains {
      variable.hasPrefix($0) && Int(variable.dropFirst($0.count)) != nil
    }
  }

  /// Creates the world of each worker. They are kept however long a worker is busy elsewhere.
  ///
  /// - Throws: `ValidationError` when `--max-worlds` allows fewer, and what creating a world throws.
  private func makeWorlds(_ server: MockServer) throws {
    for number in 1..<(workers + 1) {
      var blueprint = Worlds.Blueprint()
      (blueprint.id, blueprint.name) = ("worker-\(number)", "worker \(number) of \(workers)")
      blueprint.staysWhenIdle = true
      do {
        _ = try server.worlds.create(blueprint)
      } catch Worlds.Failure.tooMany(let limit) {
        throw ValidationError("--workers \(workers) needs as many worlds, and --max-worlds allows \(limit)")
      }
    }
  }

  /// Runs the command to its end.
  ///
  /// - Returns: Its exit code.
  private func run(
    in environment: [String: String], adminToken: String?, at bound: [ListeningSocket.Bound],
    secure: ListeningSocket.Bound?,
    _ signals: StopSignals
  ) throws -> Int32 {
    guard let first = bound.first else { throw ExitCode.failure }
    let url = ListeningSocket.url(of: first)
    var environment = environment
    environment["MOCK_API_URL"] = url
    environment["MOCK_API_WS_URL"] = "ws" + url.dropFirst("http".count)
    if let secure {
      let url = ListeningSocket.url(of: secure)
      environment["MOCK_API_TLS_URL"] = url
      environment["MOCK_API_WSS_URL"] = "wss" + url.dropFirst("https".count)
    }
    environment["PORT"] = "\(first.port)"
    if let adminToken { environment["MOCK_API_ADMIN_TOKEN"] = adminToken }
    if workers > 0 {
      environment["MOCK_API_WORKERS"] = "\(workers)"
      for number in 1...workers {
        environment["MOCK_API_URL_\(number)"] = "\(url)/_w/worker-\(number)"
        environment["MOCK_API_WS_URL_\(number)"] = "ws\(url.dropFirst("http".count))/_w/worker-\(number)"
      }
    }
    do {
      let child = try ChildProcess(command, environment: environment)
      signals.passOn { child.send($0) }
      return child.wait()
    } catch {
      StandardStreams.error("mock-api: \(command[0]) cannot be started: \(error.reason)\n")
      throw ExitCode(error.exitCode)
    }
  }
}
