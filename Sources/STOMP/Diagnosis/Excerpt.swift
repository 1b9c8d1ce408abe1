/// Short, printable pieces of what was received.
enum Excerpt {
  /// The octets that a piece shows.
  static let maximumBytes = 60

  /// Octets in quotes. What cannot be printed is named, such as `<LF>` or `<0x1B>`; what is too long is cut.
  static func quoted(_ octets: some Collection<UInt8>) -> String {
    var text = "\""
    let shown = Array(octets.prefix(maximumBytes))
    shown.withUnsafeBytes { shown in
      var index = 0
      while index < shown.count {
        guard shown[index] >= 0x80, let length = OctetSearch.sequenceLength(shown, at: index) else {
          text += name(of: shown[index])
          index += 1
          continue
        }
        text += String(decoding: shown[index..<index + length], as: UTF8.self)
        index += length
      }
    }
    return text + (octets.count > maximumBytes ? "…\"" : "\"")
  }

  /// A text in quotes, likewise.
  static func quoted(_ text: String) -> String { quoted(text.utf8) }

  /// The name of an octet, or itself when it can be printed.
  static func name(of octet: UInt8) -> String {
    switch octet {
    case Octet.null: "<NUL>"
    case Octet.tab: "<TAB>"
    case Octet.lineFeed: "<LF>"
    case Octet.carriageReturn: "<CR>"
    case 0x20...0x7E: String(Unicode.Scalar(octet))
    default: "<0x" + (octet < 0x10 ? "0" : "") + String(octet, radix: 16, uppercase: true) + ">"
    }
  }

  /// A text of one line in which colons and backslashes are named.
  static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for octet in text.utf8 {
      switch octet {
      case 0x00..<0x20, 0x7F: bytes.append(Octet.space)
      case Octet.colon: bytes.append(contentsOf: "<colon>".utf8)
      case Octet.backslash: bytes.append(contentsOf: "<backslash>".utf8)
      default: bytes.append(octet)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The beginning of a text, of at most so many octets of whole characters.
  static func clip(_ text: String, to maximum: Int) -> String {
    guard text.utf8.count > maximum else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(0, maximum - 3))
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return text[..<end] + "…"
  }
}
