import HTTPCore

/// Reads the part of YAML that a configuration needs: lines of `name: value`, where a value is a text, a number, a word
/// or a list of these.
///
/// It is a reader of its own, and not the one of the API documents, for three reasons: every value is wanted as it is
/// written (`off` is not false here), each with its line and column, and a text without anchors, tags and nesting has
/// nothing with which a small file could ask for much work.
struct SettingsReader {
  private let path: String
  private var entries: [SettingsEntry] = []
  /// The line of each name so far.
  private var lines: [String: Int] = [:]
  /// The name whose list the lines below it may be.
  private var open: (name: String, namePlace: TextPlace, indentation: Int, items: [String], start: TextPlace)?
  private var hasBegun = false
  private var hasEnded = false

  /// The entries of a text in its order.
  ///
  /// - Parameters:
  ///   - path: How messages name the file.
  /// - Throws: ``SettingsError`` for the first thing that is wrong.
  static func entries(_ bytes: [UInt8], path: String) throws(SettingsError) -> [SettingsEntry] {
    var reader = SettingsReader(path: path)
    for (index, line) in try TextLines(bytes, path: path).lines.enumerated() {
      try reader.read(LineCursor(line, number: index + 1, path: path))
    }
    reader.close()
    return reader.entries
  }

  private init(path: String) {
    self.path = path
  }

  private mutating func read(_ start: LineCursor) throws(SettingsError) {
    var cursor = start
    cursor.skipBlanks()
    if cursor.isAtEnd { return }
    if start.line.prefix(cursor.index).contains("\t") {
      throw start.error("a line is indented with blanks, not with a tab")
    }
    if cursor.index == 0, try isMarker(cursor) { return }
    if hasEnded { throw cursor.error("nothing may follow the line \"...\"") }
    hasBegun = true
    if cursor.current == "-", cursor.isBeforeBlank { return try readItem(cursor) }
    if cursor.index > 0 {
      throw cursor.error(
        open == nil
          ? "a line that is indented; every option begins at the start of its line"
          : "an option has one value or a list, and no options of its own")
    }
    try readEntry(cursor)
  }

  /// Whether it is a line that begins or ends a document.
  private mutating func isMarker(_ start: LineCursor) throws(SettingsError) -> Bool {
    let word = String(String.UnicodeScalarView(start.line.prefix(3)))
    guard word == "---" || word == "..." else { return false }
    guard start.line.count == 3 || LineCursor.isBlank(start.line[3]) else { return false }
    var cursor = start
    for _ in 0..<3 { cursor.take() }
    try cursor.requireEnd(after: "\"\(word)\"")
    if word == "---", hasBegun || hasEnded {
      throw start.error("a second document begins here; a configuration is one")
    }
    hasBegun = true
    if word == "..." { hasEnded = true }
    return true
  }

  private mutating func readItem(_ start: LineCursor) throws(SettingsError) {
    guard var list = open else { throw start.error("a list without a name; options are written as name: value") }
    if !list.items.isEmpty, list.indentation != start.index {
      throw start.error("the entries of a list begin below each other")
    }
    var cursor = start
    cursor.take()
    cursor.skipBlanks()
    let place = cursor.place
    guard case .text(let text) = try cursor.value(), !text.isEmpty else {
      throw start.error("an entry of a list is one value, and not empty", at: place)
    }
    if list.items.isEmpty { (list.indentation, list.start) = (start.index, start.place) }
    list.items.append(text)
    open = list
  }

  private mutating func readEntry(_ start: LineCursor) throws(SettingsError) {
    close()
    var cursor = start
    let name: String
    if cursor.current == "\"" || cursor.current == "'" {
      name = try cursor.quoted()
      cursor.skipBlanks()
    } else {
      name = cursor.text { !($0.current == ":" && $0.isBeforeBlank) && !$0.isAtEnd }
    }
    guard cursor.current == ":", cursor.isBeforeBlank, Self.isName(name) else { throw notAnEntry(start, name) }
    cursor.take()
    if let line = lines.updateValue(start.number, forKey: name) {
      throw start.error("\"\(name.clipped(to: 60))\" is set in line \(line) already")
    }
    cursor.skipBlanks()
    let place = cursor.place
    let isEmpty = cursor.isAtEnd
    let value = try cursor.value()
    if isEmpty {
      open = (name, start.place, 0, [], place)
    } else {
      entries.append(SettingsEntry(name: name, value: value, namePlace: start.place, valuePlace: place))
    }
  }

  /// Whether a text could be the name of an option, if a misspelt one.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_. ".unicodeScalars.contains(scalar)
    }
  }

  private func notAnEntry(_ start: LineCursor, _ text: String) -> SettingsError {
    let hint = text.contains(":") && start.line.first != ":" ? "a blank is missing behind the colon; " : ""
    return start.error("\(hint)options are written as name: value")
  }

  /// Finishes the entry whose list may have been going on.
  private mutating func close() {
    guard let list = open else { return }
    open = nil
    entries.append(
      SettingsEntry(
        name: list.name, value: list.items.isEmpty ? .none : .list(list.items), namePlace: list.namePlace,
        valuePlace: list.start))
  }
}
