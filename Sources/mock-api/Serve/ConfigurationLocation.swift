import ArgumentParser
import Foundation
import Options
import Platform

/// Where the configuration file is: the one that is named, else the one in the working directory, if there is one.
struct ConfigurationLocation {
  /// The name that is looked for.
  static let name = "mock-api.yaml"

  /// Where it is, or would be.
  let path: String
  /// Whether somebody named it, so that it must be there.
  let isNamed: Bool

  /// The file that the command line or the environment names, or else the one that is looked for.
  init(_ flags: [String: String], environment: [String: String]) {
    let named = OptionSource(environment: environment).value(flags["config"], "config")?.text
    (path, isNamed) = (named ?? Self.name, named != nil)
  }

  /// Reads it, and checks each of its values, also where a flag or a variable has precedence now.
  ///
  /// - Returns: nil when there is none, and none was named.
  /// - Throws: ``ConfigurationError`` or ``OptionError`` that says what is wrong with it, and where.
  func read(environment: [String: String]) throws -> ConfigurationFile? {
    // A link that leads nowhere is a mistake; no file at all is none.
    var status = stat()
    if !isNamed, lstat(path, &status) != 0, errno == ENOENT { return nil }
    let options = ServeOptions.all.filter { !$0.traits.contains(.notInFile) }
    let lists = options.filter { $0.traits.contains(.list) }.map(\.name)
    let file = try ConfigurationFile(path: path, known: options.map(\.name), lists: Set(lists))
    let source = OptionSource(environment: environment, file: file)
    var scratch = ServeConfiguration()
    for option in options {
      if let value = source.line(option) { try option.apply(value, to: &scratch) }
    }
    return file
  }
}

/// `mock-api init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a configuration file that lists every option.",
    discussion: """
      Each option of serve is in it as a comment with its default, so the new file changes nothing. \
      mock-api serve and mock-api exec read mock-api.yaml in the working directory, or the file that --config names.
      """)

  @Flag(help: "Replace an existing file.")
  var force = false

  @Argument(help: "The file to write.")
  var path = ConfigurationLocation.name

  func run() throws {
    let text = ConfigurationTemplate.text(ServeOptions.all, defaults: ServeConfiguration())
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: force ? .atomic : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      StandardStreams.error("mock-api: \(path) is there already; --force replaces it\n")
      throw ExitCode.failure
    } catch {
      StandardStreams.error("mock-api: \(path) cannot be written: \(error.localizedDescription)\n")
      throw ExitCode.failure
    }
    StandardStreams.output("Wrote \(path)")
  }
}
