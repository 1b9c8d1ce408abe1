import ArgumentParser
import Foundation
import Logging
import Server
import Transport

/// `mock-api serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve every API on one port until SIGINT or SIGTERM.",
    discussion: """
      Each option can be given as an environment variable too, MOCK_API_ and its name: MOCK_API_PORT=4000, \
      MOCK_API_RATE_LIMIT=off. PORT is read when MOCK_API_PORT is not set. A flag wins over the environment.

      Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 the port is busy.
      """)

  @OptionGroup var options: ServeOptions

  func run() throws {
    let signals = StopSignals()
    ProcessLimits.adjustDescriptors()
    ProcessLimits.ignoreBrokenPipes()
    let settings = try ServeSettings(options, environment: ProcessInfo.processInfo.environment)
    let output = LogOutput()
    LoggingSystem.bootstrap { label in
      LineLogHandler(label: label, level: settings.logLevel, format: settings.logFormat, output: output)
    }
    let accessLog =
      settings.logLevel <= .info ? AccessLog(format: settings.logFormat, output: output) : nil
    let server = try Self.explaining {
      try MockServer(settings.server, accessLog: accessLog, logger: Logger(label: "mock-api"))
    }
    let bound = try start(server, port: settings.server.port)
    switch settings.logFormat {
    case .text: StandardStreams.error(server.banner(bound))
    case .json: Logger(label: "mock-api").notice("\(server.banner(bound))")
    }
    if let first = bound.first { StandardStreams.output("Listening on \(ListeningSocket.url(of: first))") }
    signals.wait()
    server.stop()
    output.flush()
  }

  private func start(_ server: MockServer, port: Int) throws -> [ListeningSocket.Bound] {
    do {
      return try server.start()
    } catch .portBusy(let port) {
      StandardStreams.error(
        "mock-api: port \(port) is in use by another process. Choose another one with --port \(port + 1),"
          + " or --port 0 for any free port.\n")
      throw ExitCode(3)
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode.failure
    }
  }

  /// Turns an error into one line on standard error and exit code 1.
  private static func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      StandardStreams.error("mock-api: \(error)\n")
      throw ExitCode.failure
    }
  }
}
