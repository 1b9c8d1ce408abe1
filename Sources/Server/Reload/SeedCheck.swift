import HTTPCore

/// Looks at seed files before anything is made of them, since some are only needed when they are first asked for.
enum SeedCheck {
  /// A file that is no JSON.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: ``Failure`` that names the file and the place in it.
  static func check(_ text: String, _ path: String) throws {
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw Failure(description: "the seed file \(path) is not valid JSON: \(error)")
    }
  }
}
