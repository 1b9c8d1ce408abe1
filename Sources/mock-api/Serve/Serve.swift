import ArgumentParser
import Devices
import Foundation
import HTTPCore
import Logging
import OpenAPI
import Options
import Platform
import Server
import Transport

/// `mock-api serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve every API on one port until SIGINT or SIGTERM.",
    discussion: """
        mock-api serve
        mock-api serve --port 4000 --rate-limit off
        mock-api serve --api shop=openapi.yaml --watch
        mock-api serve --lan --tls-port 3443

      You can set each option in the environment too, as MOCK_API_ and its name: MOCK_API_PORT=4000, \
      MOCK_API_RATE_LIMIT=off. PORT counts where MOCK_API_PORT is not set. Or write it to the configuration file, as \
      port: 4000; mock-api init creates that file. A flag overrides the environment, and the environment overrides the file.

      --help shows the common options; mock-api serve --help-all shows every option.

      Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 the port is busy.
      """)

  @OptionGroup var options: ServeOptions

  @OptionGroup(title: WatchOptions.title) var watching: DeclaredOptions<WatchOptions>

  @OptionGroup(title: ScalingOptions.title) var scaling: DeclaredOptions<ScalingOptions>

  @Flag(help: "Print the configuration and the source of each value as YAML, and exit.")
  var printConfig = false

  @Flag(help: "Stop when standard input closes: for programs that start their own server.")
  var attached = false

  @Flag(help: "Open the live page in the browser.")
  var open = false

  func run() throws {
    let signals = StopSignals()
    if attached { signals.raiseAtEndOfInput() }
    ProcessLimits.ignoreBrokenPipes()
    ProcessLimits.ignoreFileSizeLimits()
    let environment = ProcessInfo.processInfo.environment
    let flags = options.texts.merging(watching.texts) { $1 }.merging(scaling.texts) { $1 }
    let location = ConfigurationLocation(flags, environment: environment)
    let read: @Sendable () throws -> ServeConfiguration = {
      let file = try location.read(environment: environment)
      return try ServeConfiguration(flags, OptionSource(environment: environment, file: file))
    }
    let configuration = try read()
    if open, !configuration.server.hasControlPlane {
      StandardStreams.error("mock-api: --open needs the live page, which --no-admin removes\n")
      throw ExitCode(2)
    }
    if printConfig {
      let listing = ConfigurationListing(
        ServeOptions.all, given: configuration.given, defaults: ServeConfiguration())
      StandardStreams.output(listing.yaml, terminator: "")
      return
    }
    ProcessLimits.adjustDescriptors(connections: configuration.server.limits.maximumConnections)
    let output = LogOutput()
    let log = LogConfiguration(level: configuration.logLevel, format: configuration.logFormat)
    let watch =
      configuration.isWatching ? ConfigurationWatch(location.path, configuration, log, read: read) : nil
    let server = try ServerStart.make(configuration, log: log, output: output)
    ServerStart.reportUnknownVariables(environment)
    let bound = try ServerStart.listen(server)
    if let path = configuration.file { Logger(label: "mock-api").notice("the configuration is that of \(path)") }
    switch configuration.logFormat {
    case .text:
      StandardStreams.error(server.banner(bound))
      if let code = server.connectCode, configuration.code.isShown(code) { StandardStreams.error(code.terminalText) }
    case .json: Logger(label: "mock-api").notice("\(server.banner(bound))")
    }
    watch?.start(server)
    if let first = bound.first { StandardStreams.announce("Listening on \(ListeningSocket.url(of: first))") }
    if open, let page = server.pageAddress(bound) {
      do {
        try Browser.open(page)
      } catch {
        StandardStreams.error("mock-api: no browser could be started (\(error)); open \(page)\n")
      }
    }
    signals.wait()
    StopSignals.endSoon()
    watch?.stop()
    server.stop()
    output.flush()
  }
}

/// Starts a server for a command of this program, and prints one line if that fails.
enum ServerStart {
  /// Creates a server that logs to standard error.
  ///
  /// - Throws: `ExitCode` after printing the reason: 2 for invalid input, such as a document, otherwise 1.
  static func make(
    _ configuration: ServeConfiguration, log: LogConfiguration, output: LogOutput = LogOutput()
  ) throws -> MockServer {
    LoggingSystem.bootstrap { label in LineLogHandler(label: label, configuration: log, output: output) }
    let accessLog = AccessLog(configuration: log, output: output)
    do {
      return try MockServer(configuration.server, accessLog: accessLog, logger: Logger(label: "mock-api"))
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw isUsage(error) ? ExitCode(2) : ExitCode.failure
    }
  }

  /// The variables of `ctl`, `check` and the commands of `exec`.
  private static let otherVariables = [
    "binary", "workers", "url", "ws-url", "tls-url", "wss-url", "world", "token", "api-key", "user",
  ]

  /// Warns of each variable that is set and not read, because its name is probably misspelt.
  static func reportUnknownVariables(_ environment: [String: String]) {
    let known = ServeOptions.all.map(\.name) + otherVariables
    let environment = environment.filter { !Exec.isOfWorker(variable: $0.key) }
    for (name, nearest) in OptionSource(environment: environment).unknownVariables(known: known) {
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      Logger(label: "mock-api").warning("the variable \(name.clipped(to: 60)) is unknown\(hint)")
    }
  }

  /// Whether a start failed because of its input: a document, a name, or conflicting routes.
  private static func isUsage(_ error: any Error) -> Bool {
    error is DocumentFailure || error is ServedAPIs.UnknownName || error is Router.Clash
  }

  /// Listens.
  ///
  /// - Throws: `ExitCode` 3 when the port is in use, otherwise 1, after printing the reason.
  static func listen(_ server: MockServer) throws -> [ListeningSocket.Bound] {
    do {
      return try server.start()
    } catch .portBusy(let port) {
      let option = port == server.tlsPort ? "--tls-port" : "--port"
      StandardStreams.error(
        "mock-api: port \(port) is in use by another process. Choose another one with \(option) \(port + 1),"
          + " or \(option) 0 for any free port.\n")
      throw ExitCode(3)
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode.failure
    }
  }
}

/// Whether a QR code is shown at the start.
enum CodeDisplay: String, CaseIterable {
  /// If standard error is a wide enough terminal.
  case auto
  case on
  case off

  /// Whether a code is shown. One whose lines a terminal wraps is unreadable.
  func isShown(_ code: QRCode) -> Bool {
    switch self {
    case .auto: StandardStreams.errorColumns.map { $0 == 0 || $0 >= code.framedSide } ?? false
    case .on: true
    case .off: false
    }
  }
}
