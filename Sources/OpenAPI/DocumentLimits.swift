/// The limits of a document. A larger one is refused with an error.
enum DocumentLimits {
  /// The size of one file in bytes.
  static let fileSize = 32 << 20
  /// The size of all files of one document in bytes.
  static let totalSize = 64 << 20
  static let files = 2000
  /// The number of values in a document: properties, elements, and the objects and arrays that contain them.
  static let values = 2_000_000
  /// The depth of nested arrays and objects.
  static let depth = 128
  /// The number of notes; further ones are counted.
  static let notes = 200
  /// The number of defects that are reported with their lines.
  static let locatedDefects = 20
}

extension String {
  /// The text for a message: one line, and not long.
  var shortened: String {
    let clean = prefix(60).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return String(clean) + (utf8.count > clean.count && dropFirst(60).isEmpty == false ? "…" : "")
  }
}
