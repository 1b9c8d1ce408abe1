/// Text as the full-text index sees it.
enum SearchText {
  /// The text with spaces around each Chinese, Japanese or Korean character, since those languages write no spaces and
  /// the index only finds what stands between them.
  static func indexed(_ text: String) -> String {
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isIdeograph(scalar) else {
        spaced.append(scalar)
        continue
      }
      spaced.append(contentsOf: [" ", scalar, " "])
    }
    return String(spaced)
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF: true
    default: false
    }
  }
}
