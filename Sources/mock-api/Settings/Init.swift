import ArgumentParser
import Foundation
import Settings

/// `mock-api init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a configuration file that says all there is to set.",
    discussion: """
      Every option of serve stands in it in a comment, with its default; as it is written, it changes nothing. \
      mock-api serve and mock-api exec read mock-api.yaml in the working directory, or the file that --config names.
      """)

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Argument(help: "The file to write.")
  var path = ConfigurationFile.name

  func run() throws {
    let text = SettingsTemplate.text(try OptionCatalogue.make())
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
