import HTTPCore

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
