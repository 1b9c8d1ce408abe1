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
