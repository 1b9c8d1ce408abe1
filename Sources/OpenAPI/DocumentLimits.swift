/// How much a document may have. Whoever hands over more, on purpose or not, is informed at once.
enum DocumentLimits {
  /// The bytes of one file.
  static let fileSize = 32 << 20
  /// The bytes of all files that one document refers to.
  static let totalSize = 64 << 20
  static let files = 2000
  /// The values of a document: members, elements and the objects and arrays that hold them.
  static let values = 2_000_000
  /// How many arrays and objects stand inside one another.
  static let depth = 128
  /// How many notes are kept; what is beyond them is counted.
  static let notes = 200
}

extension String {
  /// The text for a message: one line, and not long.
  var shortened: String {
    let clean = prefix(60).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return String(clean) + (utf8.count > clean.count && dropFirst(60).isEmpty == false ? "…" : "")
  }
}
