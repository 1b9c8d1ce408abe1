/// Texts of any origin in an XML 1.0 document.
extension [UInt8] {
  /// Appends a name and a value in double quotes after a space.
  ///
  /// White space other than a space is written as a character reference: a parser makes spaces of it otherwise
  /// (XML 1.0 section 3.3.3).
  mutating func appendXMLAttribute(_ name: String, _ value: String) {
    append(contentsOf: " \(name)=\"".utf8)
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&apos;".utf8)
      case "\t": append(contentsOf: "&#9;".utf8)
      case "\n": append(contentsOf: "&#10;".utf8)
      default: appendXMLScalar(scalar)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends the content of an element. `>` is escaped too: `]]>` must not stand in content (section 2.4).
  mutating func appendXMLText(_ text: String) {
    for scalar in text.unicodeScalars {
      appendXMLScalar(scalar)
    }
  }

  /// Appends a character that is no markup; a carriage return survives a parser only as a reference (2.11).
  private mutating func appendXMLScalar(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": append(contentsOf: "&amp;".utf8)
    case "<": append(contentsOf: "&lt;".utf8)
    case ">": append(contentsOf: "&gt;".utf8)
    case "\r": append(contentsOf: "&#13;".utf8)
    case _ where Self.isXMLCharacter(scalar): append(contentsOf: UTF8.encode(scalar) ?? .init())
    default: append(contentsOf: "\u{FFFD}".utf8)
    }
  }

  /// Whether XML 1.0 can hold the character at all, written as itself or as a reference (section 2.2).
  private static func isXMLCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
