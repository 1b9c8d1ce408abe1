import HTTPCore
import Platform

/// A configuration file that was read: the options that it sets, each with its place.
package struct ConfigurationFile: Sendable, Equatable {
  /// An option and what the file sets it to.
  package struct Entry: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
      /// Nothing: the option stays as it would be without the line.
      case none
      /// The text of a single value, whatever type YAML would see in it: `off` and `3000` are texts here.
      case text(String)
      case list([String])
    }

    package let name: String
    package let value: Value
    /// Where the name stands.
    package let namePlace: TextPlace
    /// Where the value stands.
    package let valuePlace: TextPlace
  }

  /// The most bytes of a file.
  package static let maximumBytes = 1 << 20

  /// The file as it was named.
  package let path: String
  /// What it sets, in its order, no name twice.
  package let entries: [Entry]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - known: The names that it may set.
  ///   - lists: Those of them that may have a list.
  /// - Throws: ``ConfigurationError`` that says where the file is wrong, and which name was probably meant.
  package init(path: String, known: [String], lists: Set<String>) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.contents(of: path, limit: Self.maximumBytes)
    } catch {
      throw ConfigurationError(path, nil, Self.reason(error))
    }
    try self.init(bytes, path: path, known: known, lists: lists)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - path: How messages name it.
  ///   - known: The names that it may set.
  ///   - lists: Those of them that may have a list.
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

  /// The entry of a name; nil when there is none or it sets nothing.
  package subscript(name: String) -> Entry? {
    entries.first { $0.name == name && $0.value != .none && $0.value != .text("") }
  }

  /// The folder that paths in it begin from, as a prefix that ends in `/`; empty for the working directory.
  package var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func reason(_ failure: BoundedFile.Failure) -> String {
    switch failure {
    case .missing: "\(failure); mock-api init writes one"
    case .folder: "\(failure); name the file in it"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes, which no configuration is"
    case .special, .other: failure.description
    }
  }

  private static func unknown(_ name: String, _ known: [String]) -> String {
    let hint = nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
    return "there is no option \"\(name.clipped(to: 60))\"; "
      + (hint ?? "mock-api init writes a file with all there are")
  }

  /// The name that was probably meant. People write names as they are in the environment or in code, too, so neither
  /// case nor dashes count.
  private static func nearest(to name: String, among known: [String]) -> String? {
    let letters: (String) -> String = { String($0.lowercased().filter { !"-_ ".contains($0) }) }
    guard name.utf8.count <= 64 else { return nil }
    let plain = letters(name)
    // Letters that changed places are one slip, also in a short word.
    if let turned = known.first(where: { letters($0).sorted() == plain.sorted() }) { return turned }
    let near = KnownNames(known.map(letters)).nearest(to: plain)
    return known.first { letters($0) == near }
  }
}

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
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
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
