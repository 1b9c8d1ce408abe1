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

  /// - Parameters:
  ///   - flag: What `--config` gave.
  init(_ flag: String?, environment: [String: String]) {
    let named = flag ?? environment["MOCK_API_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
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
    // A mistake is one also where a flag or a variable has precedence, now.
    _ = try ServeSettings(ServeOptions.parse([]), OptionSource(environment: [:], file: file))
    return file
  }
}
