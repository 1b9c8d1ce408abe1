import HTTPCore
import Platform

/// A configuration file that was read: the options that it sets, each with its place.
package struct SettingsFile: Sendable, Equatable {
  /// The most bytes of a file.
  package static let maximumBytes = 1 << 20

  /// The file as it was named.
  package let path: String
  /// What it sets, in its order, no name twice.
  package let entries: [SettingsEntry]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - known: The names that it may set.
  ///   - lists: Those of them that may have a list.
  /// - Throws: ``SettingsError`` that says where the file is wrong, and which name was probably meant.
  package init(path: String, known: [String], lists: Set<String>) throws(SettingsError) {
    try self.init(BoundedFile.contents(of: path, limit: Self.maximumBytes), path: path, known: known, lists: lists)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - path: How messages name it.
  ///   - known: The names that it may set.
  ///   - lists: Those of them that may have a list.
  /// - Throws: ``SettingsError``.
  package init(_ bytes: [UInt8], path: String, known: [String], lists: Set<String>) throws(SettingsError) {
    self.path = path
    entries = try SettingsReader.entries(bytes, path: path)
    for entry in entries {
      guard known.contains(entry.name) else {
        throw SettingsError(path, entry.namePlace, Self.unknown(entry.name, known))
      }
      if case .list = entry.value, !lists.contains(entry.name) {
        throw SettingsError(path, entry.valuePlace, "\(entry.name) must have one value, not a list")
      }
    }
  }

  /// The entry of a name; nil when there is none or it sets nothing.
  package subscript(name: String) -> SettingsEntry? {
    entries.first { $0.name == name && $0.value != .none && $0.value != .text("") }
  }

  /// The folder that paths in it begin from, as a prefix that ends in `/`; empty for the working directory.
  package var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
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
    let plain = letters(name)
    guard plain.count <= 64 else { return nil }
    let near = known.compactMap { candidate -> (Int, String)? in
      // Letters that changed places are one slip, also in a short word.
      if plain.sorted() == letters(candidate).sorted() { return (1, candidate) }
      let limit = max(1, (min(plain.count, candidate.count) + 1) / 3)
      return EditDistance.between(plain, letters(candidate), limit: limit).map { ($0, candidate) }
    }
    return near.min { $0 < $1 }?.1
  }
}

/// One line of a configuration file: a name and what it is set to.
package struct SettingsEntry: Sendable, Equatable {
  /// What an option is set to.
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

  /// An entry, its name and its value at their places.
  package init(name: String, value: Value, namePlace: TextPlace, valuePlace: TextPlace) {
    (self.name, self.value, self.namePlace, self.valuePlace) = (name, value, namePlace, valuePlace)
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

/// Reads a file that somebody named, whatever is at that path: never more than allowed, and without waiting for
/// anybody to write to it.
enum BoundedFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may have.
  /// - Throws: ``SettingsError`` that says why it cannot be read.
  static func contents(of path: String, limit: Int) throws(SettingsError) -> [UInt8] {
    // A pipe would have the opening wait for its writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsError(path, nil, reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SettingsError(path, nil, reason(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SettingsError(path, nil, "this is a folder; name the file in it")
    default: throw SettingsError(path, nil, "this is no ordinary file")
    }
    guard status.st_size <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      // The file may grow while it is read.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SettingsError(path, nil, reason(errno)) }
      if count == 0 { return bytes }
      bytes += part
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> SettingsError {
    SettingsError(path, nil, "the file is larger than \(limit) bytes, which no configuration is")
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "there is no such file; mock-api init writes one"
    case EACCES, EPERM: "the file may not be read: permission denied"
    case ELOOP: "the path is a loop of symbolic links"
    case ENXIO, ENODEV: "this is no ordinary file"
    default: "the file cannot be read: \(String(cString: strerror(number)))"
    }
  }
}
