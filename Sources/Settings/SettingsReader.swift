import HTTPCore

/// Reads the part of YAML that a configuration needs: lines of `name: value`, where a value is a text, a number, a word
/// or a list of these.
///
/// It is a reader of its own, and not the one of the API documents, for three reasons: every value is wanted as it is
/// written (`off` is not false here), each with its line and column, and a text without anchors, tags and nesting has
/// nothing with which a small file could ask for much work.
package struct SettingsReader {
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
  package static func entries(_ bytes: [UInt8], path: String) throws(SettingsError) -> [SettingsEntry] {
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

/// The values of YAML 1.2 that an option may have: plain and quoted texts, and lists of these.
extension LineCursor {
  /// What a plain text may not begin with, and what people mean by it.
  private static let indicators: [Unicode.Scalar: String] = [
    "{": "an option has one value or a list, and no options of its own",
    "&": "anchors are not understood", "*": "aliases are not understood", "!": "tags are not understood",
    "|": "texts of several lines are not understood", ">": "texts of several lines are not understood",
    "%": "a value cannot begin with %", "@": "a value cannot begin with @", "`": "a value cannot begin with `",
    ",": "a value cannot begin with a comma", "]": "there is no [ before this ]", "}": "there is no { before this }",
  ]

  /// Reads the rest of a line.
  mutating func value() throws(SettingsError) -> SettingsEntry.Value {
    skipBlanks()
    guard let first = current, !isAtEnd else { return .none }
    switch first {
    case "[":
      let list = try flowList()
      try requireEnd(after: "the list")
      return .list(list)
    case "\"", "'":
      let text = try quoted()
      try requireEnd(after: "the quotes")
      return .text(text)
    default:
      guard let text = try plain(isInList: false) else { return .none }
      return .text(text)
    }
  }

  /// A list on one line: `[a, b]`.
  private mutating func flowList() throws(SettingsError) -> [String] {
    let start = place
    take()
    var list: [String] = []
    while true {
      skipBlanks()
      guard let first = current, !isAtEnd else {
        throw error("the list has no ] on its line; longer ones have lines that begin with -", at: start)
      }
      if first == "]" { break }
      let place = place
      if first == "[" { throw error("a list of lists is not understood") }
      let text = try first == "\"" || first == "'" ? quoted() : plain(isInList: true)
      guard let text, !text.isEmpty else { throw error("an entry of the list is empty", at: place) }
      list.append(text)
      skipBlanks()
      guard current == "," else { continue }
      take()
    }
    take()
    return list
  }

  /// A text without quotes; nil for a word that means nothing, such as `null`.
  private mutating func plain(isInList: Bool) throws(SettingsError) -> String? {
    let start = place
    if let first = current, let meaning = Self.indicators[first] {
      throw error("\(meaning); put the value in quotes if it begins with \(first)")
    }
    if current == "-" || current == "?" || current == ":", isBeforeBlank {
      throw error("a value cannot begin with this; a list begins on the line below the name")
    }
    var colon: TextPlace?
    let text = text { cursor in
      let isBeforeEnd = cursor.isBeforeBlank || isInList && (cursor.next == "," || cursor.next == "]")
      if cursor.current == ":", isBeforeEnd { colon = colon ?? cursor.place }
      let isEnd = isInList && (cursor.current == "," || cursor.current == "]")
      return !isEnd && (cursor.place == start || !cursor.isAtEnd)
    }
    if let colon { throw error("a colon; put the value in quotes if that is meant", at: colon) }
    if isInList, text.contains("[") || text.contains("{") { throw error("put this entry in quotes", at: start) }
    return ["~", "null", "Null", "NULL"].contains(text) ? nil : text
  }

  /// A text in quotes: single ones, in which two stand for one, or double ones, with escapes.
  mutating func quoted() throws(SettingsError) -> String {
    let start = place
    let quote = take()
    var view = String.UnicodeScalarView()
    while let scalar = current {
      if scalar == quote {
        guard quote == "'", next == "'" else {
          take()
          return String(view)
        }
        take()
      }
      if scalar == "\\", quote == "\"" {
        view.append(try escape())
      } else {
        view.append(scalar)
        take()
      }
    }
    throw error("the quotes are not closed on this line", at: start)
  }

  /// What stands for what after a backslash (YAML 1.2.2 §5.7), as far as anybody needs it in an option.
  private mutating func escape() throws(SettingsError) -> Unicode.Scalar {
    let start = place
    take()
    let letter = take()
    switch letter {
    case "\"", "\\", "/", " ": return letter ?? " "
    case "n": return "\n"
    case "t": return "\t"
    case "x", "u":
      var code: UInt32 = 0
      for _ in 0..<(letter == "x" ? 2 : 4) {
        guard let digit = take(), let value = Character(digit).hexDigitValue else {
          throw error("\\x has two and \\u four hexadecimal digits", at: start)
        }
        code = code << 4 | UInt32(value)
      }
      guard let scalar = Unicode.Scalar(code), code != 0 else {
        throw error("there is no such character", at: start)
      }
      return scalar
    default: throw error("this escape is not understood; a backslash itself is written twice", at: start)
    }
  }
}

/// The lines of a text for people, without their line ends.
struct TextLines {
  private(set) var lines: [[Unicode.Scalar]] = []

  /// Reads UTF-8, with or without a byte order mark, with LF or CRLF.
  ///
  /// - Throws: ``SettingsError`` at the first byte that is no UTF-8, and the first control character.
  init(_ bytes: [UInt8], path: String) throws(SettingsError) {
    var decoder = UTF8()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var input = bytes[(bytes.starts(with: mark) ? mark.count : 0)...].makeIterator()
    var line: [Unicode.Scalar] = []
    reading: while true {
      let place = TextPlace(line: lines.count + 1, column: line.count + 1)
      switch decoder.decode(&input) {
      case .emptyInput: break reading
      case .error: throw SettingsError(path, place, "this is no UTF-8; save the file in that encoding")
      case .scalarValue("\n"):
        if line.last == "\r" { line.removeLast() }
        lines.append(line)
        line = []
      case .scalarValue(let scalar):
        // A return is known to be none of a line's end only when another character follows.
        if line.last == "\r" { throw Self.control("\r", path, TextPlace(line: place.line, column: place.column - 1)) }
        guard Self.isAllowed(scalar) else { throw Self.control(scalar, path, place) }
        line.append(scalar)
      }
    }
    if line.last == "\r" { line.removeLast() }
    lines.append(line)
  }

  /// Whether a character may stand in a line. YAML takes several characters for line ends or marks that nobody sees.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0D, 0x20...0x7E: true
    case 0..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  private static func control(_ scalar: Unicode.Scalar, _ path: String, _ place: TextPlace) -> SettingsError {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return SettingsError(path, place, "the control character U+\(code) has no place in a configuration")
  }
}
