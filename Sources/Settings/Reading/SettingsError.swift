/// A place in a text, counted from 1; columns are counted in Unicode scalars, as editors show them.
package struct TextPlace: Sendable, Equatable {
  package let line: Int
  package let column: Int

  /// A place from its numbers.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A configuration file that cannot be used.
package struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as it was named.
  package let path: String
  /// Where in the file; nil when it is about the file as a whole.
  package let place: TextPlace?
  /// What is wrong, and what would be right.
  package let message: String

  /// An error about a file, or about a place in it.
  package init(_ path: String, _ place: TextPlace? = nil, _ message: String) {
    (self.path, self.place, self.message) = (path, place, message)
  }

  /// `mock-api.yaml, line 3, column 7: …`
  package var description: String {
    guard let place else { return "\(path): \(message)" }
    return "\(path), line \(place.line), column \(place.column): \(message)"
  }
}
