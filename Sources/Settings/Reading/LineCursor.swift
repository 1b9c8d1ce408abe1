/// A place in a line that moves to the right.
struct LineCursor {
  let path: String
  let number: Int
  let line: [Unicode.Scalar]
  private(set) var index = 0

  init(_ line: [Unicode.Scalar], number: Int, path: String) {
    (self.line, self.number, self.path) = (line, number, path)
  }

  var current: Unicode.Scalar? { index < line.count ? line[index] : nil }
  var next: Unicode.Scalar? { index + 1 < line.count ? line[index + 1] : nil }
  var place: TextPlace { TextPlace(line: number, column: index + 1) }

  /// Whether nothing but blanks or a comment follows; a comment begins the line or has a blank before it.
  var isAtEnd: Bool {
    guard let current else { return true }
    return current == "#" && (index == 0 || Self.isBlank(line[index - 1]))
  }

  static func isBlank(_ scalar: Unicode.Scalar?) -> Bool { scalar == " " || scalar == "\t" }

  /// Whether the character after the current one is a blank or the line's end, as an indicator of YAML needs it.
  var isBeforeBlank: Bool { next == nil || Self.isBlank(next) }

  func error(_ message: String, at place: TextPlace? = nil) -> SettingsError {
    SettingsError(path, place ?? self.place, message)
  }

  @discardableResult
  mutating func take() -> Unicode.Scalar? {
    defer { index += 1 }
    return current
  }

  mutating func skipBlanks() {
    while Self.isBlank(current) { index += 1 }
  }

  /// Takes characters as long as they are wanted, and gives them without the blanks at their end.
  mutating func text(while isWanted: (LineCursor) -> Bool) -> String {
    var view = String.UnicodeScalarView()
    while let scalar = current, isWanted(self) {
      view.append(scalar)
      index += 1
    }
    while Self.isBlank(view.last) { view.removeLast() }
    return String(view)
  }

  /// Makes sure that nothing follows but blanks or a comment.
  mutating func requireEnd(after what: String) throws(SettingsError) {
    skipBlanks()
    guard isAtEnd else { throw error("nothing may follow \(what) but a comment; a comment begins with a blank and #") }
  }
}
