import HTTPCore
import Platform

/// A parsed configuration file: its options, each with its location.
package struct ConfigurationFile: Sendable, Equatable {
  /// An option and its value in the file.
  package struct Entry: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
      /// None: the line has no effect.
      case none
      /// The text of a single value, whatever its YAML type: `off` and `3000` are texts here.
      case text(String)
      case list([String])
    }

    package let name: String
    package let value: Value
    /// The location of the name.
    package let namePlace: TextPlace
    /// The location of the value.
    package let valuePlace: TextPlace
  }

  /// The largest size of a file in bytes.
  package static let maximumBytes = 1 << 20

  /// The file as it was given.
  package let path: String
  /// The options in order, without duplicates.
  package let entries: [Entry]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - known: The allowed names.
  ///   - lists: The names that allow a list.
  /// - Throws: ``ConfigurationError`` that names the location and the most similar name.
  package init(path: String, known: [String], lists: Set<String>) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.contents(of: path, limit: Self.maximumBytes)
    } catch {
      throw ConfigurationError(path, nil, Self.reason(error))
    }
    try self.init(bytes, path: path, known: known, lists: lists)
  }

  /// Parses the bytes of a file.
  ///
  /// - Parameters:
  ///   - path: Its name in messages.
  ///   - known: The allowed names.
  ///   - lists: The names that allow a list.
  /// - Throws: ``ConfigurationError``.
  package init(_ bytes: [UInt8], path: String, known: [String], lists: Set<String>) throws(ConfigurationError) {
    self.path = path
    entries = try ConfigurationReader.entries(bytes, path: path)
    for entry in entries {
      guard known.contains(entry.name) else {
        throw ConfigurationError(path, entry.namePlace, Self.unknown(entry.name, known))
      }
      if case .list = entry.value, !lists.contains(entry.name) {
        throw ConfigurationError(path, entry.valuePlace, "\(entry.name) must have one value, not a list")
      }
    }
  }

  /// The entry of a name; nil when it is missing or has no value.
  package subscript(name: String) -> Entry? {
    entries.first { $0.name == name && $0.value != .none && $0.value != .text("") }
  }

  /// The base folder of paths in it, as a prefix that ends in `/`; empty for the working directory.
  package var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func reason(_ failure: BoundedFile.Failure) -> String {
    switch failure {
    case .missing: "\(failure); mock-api init writes one"
    case .folder: "\(failure); name the file in it"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes, the limit for a configuration"
    case .special, .other: failure.description
    }
  }

  private static func unknown(_ name: String, _ known: [String]) -> String {
    let hint = nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
    return "there is no option \"\(name.clipped(to: 60))\"; "
      + (hint ?? "mock-api init writes a file with all there are")
  }

  /// The most similar name. Users also write names as in the environment or in code, so case and hyphens are ignored.
  private static func nearest(to name: String, among known: [String]) -> String? {
    let letters: (String) -> String = { String($0.lowercased().filter { !"-_ ".contains($0) }) }
    guard name.utf8.count <= 64 else { return nil }
    let plain = letters(name)
    // Swapped letters are one typing error, also in a short word.
    if let turned = known.first(where: { letters($0).sorted() == plain.sorted() }) { return turned }
    let near = KnownNames(known.map(letters)).nearest(to: plain)
    return known.first { letters($0) == near }
  }
}

/// A location in a text, counted from 1; columns are counted in Unicode scalars, as editors show them.
package struct TextPlace: Sendable, Equatable {
  package let line: Int
  package let column: Int

  /// A location.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// An invalid configuration file.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as it was given.
  package let path: String
  /// The location in the file; nil for the file as a whole.
  package let place: TextPlace?
  /// What is wrong, and what would be right.
  package let message: String

  /// An error in a file, or at a location in it.
  package init(_ path: String, _ place: TextPlace? = nil, _ message: String) {
    (self.path, self.place, self.message) = (path, place, message)
  }

  /// `mock-api.yaml, line 3, column 7: …`
  package var description: String {
    guard let place else { return "\(path): \(message)" }
    return "\(path), line \(place.line), column \(place.column): \(message)"
  }
}
