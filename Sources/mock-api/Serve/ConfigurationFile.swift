import ArgumentParser
import Foundation
import Platform
import Settings

/// The configuration file: the one that is named, else the one in the working directory, if there is one.
struct ConfigurationFile {
  /// The name that is looked for.
  static let name = "mock-api.yaml"

  /// Where it is, or would be.
  let path: String
  /// Whether somebody named it, so that it must be there.
  let isNamed: Bool

  private let options: ServeOptions
  private let environment: [String: String]

  /// The file that the command line or the environment names, or else the one that is looked for.
  init(_ options: ServeOptions, environment: [String: String]) {
    (self.options, self.environment) = (options, environment)
    let named = options.config ?? environment["MOCK_API_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    (path, isNamed) = (named ?? Self.name, named != nil)
  }

  /// Reads it.
  ///
  /// - Returns: nil when there is none, and none was named.
  /// - Throws: `ValidationError` that says what is wrong with it, and where.
  func read() throws -> SettingsFile? {
    // A link that leads nowhere is a mistake; no file at all is none.
    var status = stat()
    if !isNamed, lstat(path, &status) != 0, errno == ENOENT { return nil }
    let known = try OptionCatalogue.make().map(\.name)
    let file: SettingsFile
    do throws(SettingsError) {
      file = try SettingsFile(path: path, known: known, lists: OptionTraits.lists)
    } catch {
      throw ValidationError(error.description)
    }
    try check(file)
    return file
  }

  /// Finds a mistake also where a flag or a variable has precedence now.
  private func check(_ file: SettingsFile) throws {
    do {
      _ = try ServeSettings(options, OptionSource(environment: environment, file: file, isFileFirst: true))
    } catch let error as ValidationError where error.message.hasPrefix("\(path), line ") {
      throw error
    } catch {
      // It is another source's mistake, or one of options that are never together; reading them all tells.
    }
  }
}

/// What `serve --print-config` shows.
enum PrintedSettings {
  private static let mask = "********"

  /// Every option with its value and where that came from; secrets are masked.
  static func text(_ settings: ServeSettings, _ options: [OptionDescription]) -> String {
    EffectiveSettings(options.map { row($0, settings.given[$0.name]) }).yaml
  }

  private static func row(_ option: OptionDescription, _ given: OptionValue?) -> EffectiveSettings.Row {
    guard let given else {
      let origin = option.defaultNote.map { "default: \($0)" } ?? "default"
      return EffectiveSettings.Row(name: option.name, value: option.defaultValue, origin: origin)
    }
    let value = OptionTraits.secrets.contains(option.name) ? mask : given.text
    return EffectiveSettings.Row(name: option.name, value: value, origin: given.shownOrigin)
  }
}

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
