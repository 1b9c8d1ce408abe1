import JSON
import Platform

/// The folder with the seed files of one API.
package struct SeedFolder: Sendable {
  /// A seed file that cannot be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    /// Creates a failure with a sentence that names the file.
    package init(_ description: String) { self.description = description }
  }

  private let path: String
  private let texts: [String: String]?

  /// The folder at a path.
  ///
  /// - Parameters:
  ///   - texts: The texts of its files by their paths; nil to read them on use.
  package init(path: String, texts: [String: String]? = nil) {
    self.path = path
    self.texts = texts
  }

  /// The text of a file, such as `demo/lotes.json`.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func text(_ file: String) throws(Failure) -> String {
    if let text = texts?["\(path)/\(file)"] { return text }
    return try text(of: try bytes(file), file)
  }

  /// The bytes of a file without a check that they are text, for callers that compare them with those of a text that
  /// they have: that is several times faster than ``text(_:)``.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func bytes(_ file: String) throws(Failure) -> [UInt8] {
    if let text = texts?["\(path)/\(file)"] { return Array(text.utf8) }
    do throws(BoundedFile.Failure) {
      return try BoundedFile.contents(of: "\(path)/\(file)", limit: SeedSource.maximumBytes)
    } catch {
      throw Failure("cannot read the seed file \(path)/\(file): \(error)")
    }
  }

  /// The text of bytes that ``bytes(_:)`` read.
  ///
  /// - Throws: ``Failure`` that names the file.
  package func text(of bytes: [UInt8], _ file: String) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("cannot read the seed file \(path)/\(file): it is not UTF-8 text")
    }
    if let failure = RecordLimit.failure(text) {
      throw Failure("the seed file \(path)/\(file) cannot be used: \(failure)")
    }
    return text
  }

  /// - Throws: ``Failure`` that names the file and the location in it, when its text is not JSON.
  package static func check(_ text: String, _ file: String) throws(Failure) {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw Failure("the seed file \(file) is not valid JSON: \(error)")
    }
  }
}
