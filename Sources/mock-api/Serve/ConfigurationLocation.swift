import ArgumentParser
import Foundation
import Options
import Platform

/// The location of the configuration file: a given one, otherwise the one in the working directory, if it exists.
struct ConfigurationLocation {
  /// The default name.
  static let name = "mock-api.yaml"

  /// Where it is, or would be.
  let path: String
  /// Whether it was given, so that it must exist.
  let isNamed: Bool

  /// The file given on the command line or in the environment, otherwise the default.
  init(_ flags: [String: String], environment: [String: String]) {
    let named = OptionSource(environment: environment).value(flags["config"], "config")?.text
    (path, isNamed) = (named ?? Self.name, named != nil)
  }

  /// Reads it, and validates each of its values, even if a flag or a variable takes precedence.
  ///
  /// - Returns: nil when there is no file, and none was given.
  /// - Throws: ``ConfigurationError`` or ``OptionError`` that describes the error and its location.
  func read(environment: [String: String]) throws -> ConfigurationFile? {
    // A broken link is an error; a missing file is not.
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
      StandardStreams.error("mock-api: \(path) already exists; --force replaces it\n")
      throw ExitCode.failure
    } catch {
      StandardStreams.error("mock-api: \(path) cannot be written: \(error.localizedDescription)\n")
      throw ExitCode.failure
    }
    StandardStreams.output("Wrote \(path)")
  }
}
