import ArgumentParser
import Foundation
import Logging
import Server
import Transport

/// `mock-api serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
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

  @Flag(help: "Take over changes of the configuration file, the faults and the seed files while the server runs.")
  var watch = false

  func run() throws {
    let signals = StopSignals()
    ProcessLimits.ignoreBrokenPipes()
    ProcessLimits.ignoreFileSizeLimits()
    let environment = ProcessInfo.processInfo.environment
    let file = ConfigurationFile(options, environment: environment)
    let read: @Sendable () throws -> ServeSettings = { [options, watch] in
      let source = OptionSource(environment: environment, file: try file.read())
      return try ServeSettings(options, source, watch: watch)
    }
    let settings = try read()
    if printConfig {
      StandardStreams.output(PrintedSettings.text(settings, try OptionCatalogue.make()), terminator: "")
      return
    }
    ProcessLimits.adjustDescriptors(connections: settings.server.limits.maximumConnections)
    let output = LogOutput()
    let log = LogSettings(level: settings.logLevel, format: settings.logFormat)
    let watch = settings.isWatching ? ConfigurationWatch(file.path, settings, log, read: read) : nil
    let server = try ServerStart.make(settings, log: log, output: output)
    let bound = try ServerStart.listen(server)
    if let path = settings.file { Logger(label: "mock-api").notice("the configuration is that of \(path)") }
    switch settings.logFormat {
    case .text:
      StandardStreams.error(server.banner(bound))
      if let code = server.connectCode, settings.code.isShown(code) { StandardStreams.error(code.terminalText) }
    case .json: Logger(label: "mock-api").notice("\(server.banner(bound))")
    }
    watch?.start(server)
    if let first = bound.first { StandardStreams.announce("Listening on \(ListeningSocket.url(of: first))") }
    signals.wait()
    StopSignals.endSoon()
    watch?.stop()
    server.stop()
    output.flush()
  }
}
