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
      MOCK_API_RATE_LIMIT=off. PORT is read when MOCK_API_PORT is not set. Or as a line of a configuration file, \
      port: 4000, which mock-api init writes. A flag wins over the environment, and that over the file.

      Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 the port is busy.
      """)

  @OptionGroup var options: ServeOptions

  @Flag(help: "Show the configuration and where each value comes from, as YAML, and serve nothing.")
  var printConfig = false

  func run() throws {
    let signals = StopSignals()
    ProcessLimits.adjustDescriptors()
    ProcessLimits.ignoreBrokenPipes()
    let environment = ProcessInfo.processInfo.environment
    let file = try ConfigurationFile(options.config, environment: environment).read()
    let settings = try ServeSettings(options, OptionSource(environment: environment, file: file))
    if printConfig {
      StandardStreams.output(PrintedSettings.text(settings, try OptionCatalogue.make()), terminator: "")
      return
    }
    let output = LogOutput()
    let server = try ServerStart.make(settings, level: settings.logLevel, output: output)
    let bound = try ServerStart.listen(server)
    switch settings.logFormat {
    case .text: StandardStreams.error(server.banner(bound))
    case .json: Logger(label: "mock-api").notice("\(server.banner(bound))")
    }
    if let first = bound.first { StandardStreams.output("Listening on \(ListeningSocket.url(of: first))") }
    signals.wait()
    server.stop()
    output.flush()
  }
}
