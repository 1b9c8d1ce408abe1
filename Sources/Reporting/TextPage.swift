import HTTPCore

/// Lines of text, wrapped at a width and optionally coloured.
///
/// The width is counted in characters; one that a terminal shows in two columns counts as one.
struct TextPage {
  /// The style of a line, as its ANSI code (ECMA-48, "select graphic rendition").
  enum Style: String {
    case plain = "0"
    case bold = "1"
    case good = "1;32"
    case bad = "1;31"
    case warning = "33"
  }

  /// The smallest width; less leaves no room next to the indentation.
  static let leastWidth = 40

  /// The text so far, each line with its end.
  private(set) var text = ""
  private let width: Int
  private let color: Bool

  init(width: Int, color: Bool) {
    self.width = max(width, Self.leastWidth)
    self.color = color
  }

  /// Writes a text after `lead`, wrapped, with later lines indented as far as `lead`.
  ///
  /// A word longer than a line is not split: it is a path or a name that users copy.
  mutating func line(_ text: String, lead: String = "", style: Style = .plain) {
    let indentation = String(repeating: " ", count: lead.count)
    var line = lead
    var count = lead.count
    var isEmpty = true
    for word in text.split(separator: " ") {
      let length = word.count
      if !isEmpty, count + 1 + length > width, !Self.isCommand(word) {
        end(line, style)
        (line, count, isEmpty) = (indentation, indentation.count, true)
      }
      if !isEmpty { line += " " }
      line += word
      count += length + (isEmpty ? 0 : 1)
      isEmpty = false
    }
    end(line, style)
  }

  /// Ends a paragraph.
  mutating func blank() {
    text += "\n"
  }

  private mutating func end(_ line: String, _ style: Style) {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    text += color && style != .plain ? "\u{1B}[\(style.rawValue)m\(line)\u{1B}[0m\n" : "\(line)\n"
  }

  /// Whether a line that begins with the word would be a command of a CI service, such as `::error::`.
  private static func isCommand(_ word: Substring) -> Bool {
    word.hasPrefix("::")
  }
}
