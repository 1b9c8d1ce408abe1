extension String {
  /// Whether both texts are the same when ASCII letters are compared without regard to case. Used for header
  /// names and scheme tokens, where Unicode case folding would be wrong (RFC 9110 §5.1).
  package func isEqualIgnoringASCIICase(to other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    // Nearly all that is compared is spelled alike, and short texts are then the same two words of memory.
    if self == other { return true }
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
    if utf8.count <= limit { return self }
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

/// Text inside HTML.
package enum HTMLText {
  /// The media type of every page.
  package static let mediaType = "text/html; charset=utf-8"

  /// The text with the characters escaped that mean something in HTML, in content and in quoted attributes alike (HTML
  /// Standard §13.1.4).
  package static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Finds a sequence of bytes in another, in time proportional to their lengths whatever they hold (Knuth, Morris, Pratt
/// 1977), since both may come from a client.
package struct ByteSearch: Sendable {
  /// What is looked for.
  package let pattern: [UInt8]
  /// Of each place in the pattern: how long a beginning of the pattern ends there.
  private let borders: [Int]

  /// A search for some bytes.
  package init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Where the pattern first stands, counted from the beginning of the bytes; nil when it does not. An empty pattern is
  /// found at the start.
  ///
  /// - Parameters:
  ///   - start: The first place that counts.
  package func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard !pattern.isEmpty else { return start <= bytes.count ? start : nil }
    var (length, index) = (0, max(0, start))
    while index < bytes.count {
      while length > 0, bytes[index] != pattern[length] { length = borders[length - 1] }
      if bytes[index] == pattern[length] { length += 1 }
      index += 1
      if length == pattern.count { return index - length }
    }
    return nil
  }

  /// Where the pattern first stands in an array, from a place on.
  package func first(in bytes: [UInt8], from start: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }
}
