import Foundation
import HTTPCore

/// Looks through seed files before anything is made of them, since some are only read when they are first asked for.
enum SeedCheck {
  /// A file that is no JSON.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Checks every JSON file in a folder and the folders in it.
  ///
  /// - Throws: ``Failure`` that names the file and the place in it.
  static func check(_ folder: String) throws(Failure) {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".json") {
      guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(file)")) else {
        throw Failure(description: "the seed file \(folder)/\(file) cannot be read")
      }
      do throws(JSONSyntaxError) {
        _ = try JSONParser.parse(Array(data))
      } catch {
        throw Failure(description: "the seed file \(folder)/\(file) is not valid JSON: \(error)")
      }
    }
  }
}
