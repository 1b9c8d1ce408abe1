import ArgumentParser
import Foundation
import Settings

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
