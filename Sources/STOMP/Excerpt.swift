/// Short, printable excerpts of received data.
enum Excerpt {
  /// The largest size of an excerpt in bytes.
  static let maximumBytes = 60

  /// Bytes in quotes. Unprintable bytes are shown by name, such as `<LF>` or `<0x1B>`; long excerpts are truncated.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    var text = "\""
    let shown = Array(bytes.prefix(maximumBytes))
    shown.withUnsafeBytes { shown in
      var index = 0
      while index < shown.count {
        guard shown[index] >= 0x80, let length = ByteSearch.sequenceLength(shown, at: index) else {
          text += name(of: shown[index])
          index += 1
          continue
        }
        text += String(decoding: shown[index..<index + length], as: UTF8.self)
        index += length
      }
    }
    return text + (bytes.count > maximumBytes ? "…\"" : "\"")
  }

  /// A text in quotes, in the same form.
  static func quoted(_ text: String) -> String { quoted(text.utf8) }

  /// The name of a byte, or the character itself if it is printable.
  static func name(of byte: UInt8) -> String {
    switch byte {
    case ASCII.null: "<NUL>"
    case ASCII.tab: "<TAB>"
    case ASCII.lineFeed: "<LF>"
    case ASCII.carriageReturn: "<CR>"
    case 0x20...0x7E: String(Unicode.Scalar(byte))
    default: "<0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true) + ">"
    }
  }

  /// A text of one line with names instead of colons and backslashes.
  static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x00..<0x20, 0x7F: bytes.append(ASCII.space)
      case ASCII.colon: bytes.append(contentsOf: "<colon>".utf8)
      case ASCII.backslash: bytes.append(contentsOf: "<backslash>".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The beginning of a text, of at most this many bytes and whole characters.
  static func clip(_ text: String, to maximum: Int) -> String {
    guard text.utf8.count > maximum else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(0, maximum - 3))
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return text[..<end] + "…"
  }
}
