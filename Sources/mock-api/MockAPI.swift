import APIs
import ArgumentParser
import Foundation
import HTTPCore
import Options
import Server

/// The command line.
@main
struct MockAPI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock-api",
    abstract: "A local mock backend for app developers: documented APIs with real state behind them.",
    discussion: """
      Start it with `mock-api serve` and point your app at http://localhost:3000. You can read back \
      everything you write. Every start has the same data, unless --data-dir stores it.
      """,
    version: Version.text,
    subcommands: [
      Serve.self, Init.self, Explain.self, Ctl.self, Exec.self, Check.self, Agent.self, Routes.self, Trust.self,
    ])

  /// Parses and runs; exit codes: 0 success, 1 failure, 2 wrong usage, 3 port busy, 4 no server to control.
  static func main() {
    StandardStreams.keepNumbers()
    do {
      var command = try serve() ?? parseAsRoot(HelpExtent.parserArguments(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      finish(error)
    }
  }

  /// The command line of `mock-api serve`, parsed without all other commands, whose number would delay the start; nil
  /// for another command, and for one that needs an explanation.
  private static func serve() -> (any ParsableCommand)? {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == Serve.configuration.commandName else { return nil }
    return try? Serve.parse(Array(arguments.dropFirst()))
  }

  private static func finish(_ error: any Error) -> Never {
    let error: any Error =
      switch error {
      case let error as OptionError: ValidationError(error.description)
      case let error as ConfigurationError: ValidationError(error.description)
      default: error
      }
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if code == .success {
      if !text.isEmpty { StandardStreams.output(text) }
      exit(withError: ExitCode.success)
    }
    if !text.isEmpty { StandardStreams.error(text + "\n") }
    let isUsage = code == .validationFailure
    if isUsage, let command = CommandNames.meant(by: CommandLine.arguments.dropFirst(), of: MockAPI.self) {
      StandardStreams.error("Did you mean '\(command)'?\n")
    }
    exit(withError: isUsage ? ExitCode(2) : code)
  }
}

/// Suggests corrections of misspelt commands.
enum CommandNames {
  /// The command with its right name, such as `mock-api ctl worlds`; nil when no name is similar.
  ///
  /// An unknown word may be an option's value, which only the option knows: it is skipped unless it is similar to a
  /// command.
  static func meant(by arguments: some Sequence<String>, of root: any ParsableCommand.Type) -> String? {
    var (command, path) = (root, [name(of: root)])
    for argument in arguments where !argument.hasPrefix("-") {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty else { return nil }
      if let next = commands.first(where: { name(of: $0) == argument }) {
        (command, path) = (next, path + [argument])
      } else if let nearest = KnownNames(commands.map { name(of: $0) }).nearest(to: argument) {
        return (path + [nearest]).joined(separator: " ")
      }
    }
    return nil
  }

  private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }
}

/// `mock-api routes`.
struct Routes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "List every route with its API and operation id.")

  @Flag(help: "Print a JSON array instead of a table.")
  var json = false

  @OptionGroup(title: "Custom APIs") var own: DocumentOptions

  func run() throws {
    let documents = try own.load(environment: ProcessInfo.processInfo.environment)
    let lines = try MockServer.routes(documents + Registry.modules).lines
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      StandardStreams.output(String(decoding: try encoder.encode(lines), as: UTF8.self))
      return
    }
    let rows = lines.map { [$0.method, $0.path, $0.api, $0.operationId] }
    StandardStreams.output(TextTable.lines(["METHOD", "PATH", "API", "OPERATION"], rows).joined(separator: "\n"))
  }
}
