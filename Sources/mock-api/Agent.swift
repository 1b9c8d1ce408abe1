import ArgumentParser
import Client
import Foundation
import HTTPCore
import MCP
import Options
import Platform
import Server
import Transport

/// `mock-api mcp`.
struct Agent: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve coding agents: the Model Context Protocol over standard input and output.",
    discussion: """
      An agent starts it as a command, with the options of serve, and gets tools that explain the APIs, create worlds, sign \
      in, send requests, inject faults, explain failures, replay and verify requests:

        mock-api mcp --api shop=openapi.yaml

      The server listens on a free port, which the tool explain_api shows, unless --port names one; it ends with the \
      agent. With --url, or MOCK_API_URL, the tools use a running server:

        mock-api mcp --url http://localhost:3000

      A running server has the same tools at /_mock/mcp. Standard output has nothing but messages; logs go to standard error.

      --help shows the common options; mock-api mcp --help-all shows every option.

      Exit codes: 0 ended, 1 failed, 2 wrong usage, 3 the port is busy.
      """)

  @Option(help: "URL of a running server to use; otherwise MOCK_API_URL. (default: a server of its own)")
  var url: String?

  @Option(
    help: "The world of calls that name none; otherwise MOCK_API_WORLD. (default: that of the URL, or the default one)")
  var world: String?

  @OptionGroup var options: ServeOptions

  func run() throws {
    let signals = StopSignals()
    ProcessLimits.ignoreBrokenPipes()
    let environment = ProcessInfo.processInfo.environment
    let source = OptionSource(environment: environment)
    let world = source.value(world, "world")
    if let world, !FieldSyntax.isValue(world.text) { throw world.refusal("must have no control characters") }
    if let url = source.value(url, "url") {
      let others = options.texts.keys.filter { $0 != "admin-token" }.sorted()
      guard others.isEmpty else {
        throw ValidationError("--\(others[0]) is for a server of its own, and \(url.origin) names a running one")
      }
      guard let address = ServerAddress(url.text), !address.isSecure else {
        throw url.refusal("must be an address such as http://localhost:3000")
      }
      let token = source.value(options.texts["admin-token"], "admin-token")
      if let token, !FieldSyntax.isValue(token.text) { throw token.refusal("must have no control characters") }
      converse(ControlConnection(address, world: world?.text, adminToken: token?.text), signals)
      return
    }
    ProcessLimits.ignoreFileSizeLimits()
    let (server, connection) = try start(environment, world: world?.text)
    converse(connection, signals)
    StopSignals.endSoon()
    server.stop()
  }

  /// Starts a server on a free port.
  private func start(
    _ environment: [String: String], world: String?
  ) throws -> (server: MockServer, connection: ControlConnection) {
    let flags = options.texts
    let file = try ConfigurationLocation(flags, environment: environment).read(environment: environment)
    var configuration = try ServeConfiguration(
      flags, OptionSource(environment: environment, file: file, isExec: true))
    // The port of the environment and of the file is that of the server that people start.
    if flags["port"] == nil { configuration.server.port = 0 }
    guard configuration.server.hasControlPlane else {
      throw ValidationError("the tools are calls of the control plane, which --no-admin removes; leave it out")
    }
    ProcessLimits.adjustDescriptors(connections: configuration.server.limits.maximumConnections)
    let level = flags["log-level"] == nil ? max(configuration.logLevel, .warning) : configuration.logLevel
    let server = try ServerStart.make(
      configuration, log: LogConfiguration(level: level, format: configuration.logFormat))
    ServerStart.reportUnknownVariables(environment)
    let bound = try ServerStart.listen(server)
    guard let first = bound.first, let address = ServerAddress(ListeningSocket.url(of: first)) else {
      throw ExitCode.failure
    }
    return (
      server, ControlConnection(address, world: world, adminToken: configuration.server.adminToken)
    )
  }

  private static let pieceBytes = 64 << 10
  /// The time for running requests after the end of the input.
  private static let endSeconds = 5

  /// Reads messages until the end of the input or a signal.
  private func converse(_ connection: ControlConnection, _ signals: StopSignals) {
    let lines = MCPLines(MCPService(version: Version.text, connection)) { line in
      // A client that reads no more has gone.
      if StandardStreams.write(line, to: STDOUT_FILENO) != 0 { kill(getpid(), SIGTERM) }
    }
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 { lines.read(Array(buffer.prefix(count))) }
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      lines.finish()
      // The responses to what came before the end are still expected.
      let idle = DispatchSemaphore(value: 0)
      lines.whenIdle { idle.signal() }
      _ = idle.wait(timeout: .now() + .seconds(Self.endSeconds))
      kill(getpid(), SIGTERM)
    }
    // Messages are parsed on it, and JSON is parsed recursively.
    thread.stackSize = 2 << 20
    thread.start()
    signals.wait()
    lines.end()
  }
}
