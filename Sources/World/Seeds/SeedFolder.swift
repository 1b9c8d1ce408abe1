#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder with the seed files of one API.
package struct SeedFolder: Sendable {
  /// A seed file that cannot be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let path: String

  /// The folder at a path.
  package init(path: String) {
    self.path = path
  }

  /// The text of a file, such as `demo/lotes.json`.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func text(_ file: String) throws(Failure) -> String {
    do {
      return try String(contentsOf: URL(filePath: "\(path)/\(file)"), encoding: .utf8)
    } catch {
      throw Failure(description: "cannot read the seed file \(path)/\(file)")
    }
  }
}
