import HTTPCore
import JSON

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
  private let texts: [String: String]?

  /// The folder at a path.
  ///
  /// - Parameters:
  ///   - texts: The texts of its files by their paths; nil to read them when they are needed.
  package init(path: String, texts: [String: String]? = nil) {
    self.path = path
    self.texts = texts
  }

  /// The text of a file, such as `demo/lotes.json`.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func text(_ file: String) throws(Failure) -> String {
    if let text = texts?["\(path)/\(file)"] { return text }
    guard let content = FileManager.default.contents(atPath: "\(path)/\(file)"),
      let text = String(validating: content, as: UTF8.self)
    else { throw Failure(description: "cannot read the seed file \(path)/\(file)") }
    return text
  }

  /// - Throws: ``Failure`` that names the file and the place in it, when its text is no JSON.
  package static func check(_ text: String, _ file: String) throws(Failure) {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw Failure(description: "the seed file \(file) is not valid JSON: \(error)")
    }
  }
}
