extension String {
  /// Whether both texts are the same when ASCII letters are compared without regard to case. Used for header
  /// names and scheme tokens, where Unicode case folding would be wrong (RFC 9110 §5.1).
  package func isEqualIgnoringASCIICase(to other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    var rest = right.makeIterator()
    for byte in left {
      guard let twin = rest.next(), byte == twin || byte.lowercasedASCII == twin.lowercasedASCII else {
        return false
      }
    }
    return true
  }

  /// The text without spaces and tabs at its ends (the OWS of RFC 9110 §5.6.3).
  package func trimmingBlanks() -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = utf8.firstIndex(where: { !isBlank($0) }),
      let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The text cut to at most `limit` Unicode scalars, with an ellipsis where something was left out. Keeps client
  /// text in messages and logs short; characters would not do, since one may have any number of marks on it.
  package func clipped(to limit: Int) -> String {
    let scalars = unicodeScalars
    guard scalars.dropFirst(limit).first != nil else { return self }
    return String(String.UnicodeScalarView(scalars.prefix(Swift.max(0, limit - 1)))) + "…"
  }
}

extension UInt8 {
  /// The lower-case letter for `A`…`Z`, else the byte itself.
  package var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The value 0…15 of a hexadecimal digit, nil for any other byte.
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
