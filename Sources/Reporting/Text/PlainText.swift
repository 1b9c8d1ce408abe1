import HTTPCore

/// Texts of any origin as a part of one line of a log.
///
/// A message may repeat what a client sent. In a terminal an escape character in it would move the cursor or
/// paint over lines, a line break would forge a line of the report, and a log of a CI service would take
/// `##vso[…]` or `##[…]` for a command.
enum PlainText {
  /// The most Unicode scalars of one text; the whole of it is in the other reports.
  static let greatestLength = 600

  /// The text without what a terminal or a CI service would act on, cut when it is long.
  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.clipped(to: greatestLength).unicodeScalars {
      if beginsCommand(scalar), cleaned.last == "#", cleaned.dropLast().last == "#" {
        cleaned.insert(" ", at: cleaned.index(before: cleaned.endIndex))
      }
      cleaned.append(visible(scalar))
    }
    return String(cleaned)
  }

  /// Line breaks and tabs are spaces; other control characters and changes of direction are U+FFFD.
  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}": "\u{FFFD}"
    default: scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
  }

  /// Whether the character after `##` makes a command of it.
  private static func beginsCommand(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "[" || (scalar.isASCII && scalar.properties.isAlphabetic)
  }
}
