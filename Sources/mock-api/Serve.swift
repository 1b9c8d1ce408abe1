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
    let server = try ServerStart.make(settings, level: settings.logLevel, output: output)
    let bound = try ServerStart.listen(server)
    switch settings.logFormat {
    case .text:
      StandardStreams.error(server.banner(bound))
      if let code = server.connectCode, settings.code.isShown(code) { StandardStreams.error(code.terminalText) }
    case .json: Logger(label: "mock-api").notice("\(server.banner(bound))")
    }
    if let first = bound.first { StandardStreams.output("Listening on \(ListeningSocket.url(of: first))") }
    signals.wait()
    server.stop()
    output.flush()
  }
}
