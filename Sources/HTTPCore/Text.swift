extension String {
  /// Whether both texts are the same, ignoring the case of ASCII letters. Used for header names and scheme tokens,
  /// where Unicode case folding would be wrong (RFC 9110 §5.1).
  package func isEqualIgnoringASCIICase(to other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    // Names of one length mostly differ in their first letter.
    guard let first = left.first, let twin = right.first else { return true }
    guard first == twin || first.lowercasedASCII == twin.lowercasedASCII else { return false }
    // Usually both are spelled alike, and short texts are then the same two words of memory.
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

  /// The text truncated to at most `limit` Unicode scalars, with an ellipsis if something was removed. Keeps client
  /// text in messages and logs short; a limit of characters would not, because one may have any number of combining
  /// marks.
  package func clipped(to limit: Int) -> String {
    if utf8.count <= limit { return self }
    let scalars = unicodeScalars
    guard scalars.dropFirst(limit).first != nil else { return self }
    return String(String.UnicodeScalarView(scalars.prefix(Swift.max(0, limit - 1)))) + "…"
  }
}

extension UInt8 {
  /// The lower-case letter for `A`…`Z`, otherwise the byte itself.
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

  /// The text with the characters escaped that have a meaning in HTML, in text and in quoted attributes (HTML Standard
  /// §13.1.4).
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

/// Finds a sequence of bytes in another, in time proportional to their lengths (Knuth, Morris, Pratt 1977), because
/// both may come from a client.
package struct ByteSearch: Sendable {
  /// The bytes to find.
  package let pattern: [UInt8]
  /// For each position in the pattern: the length of the longest proper prefix that ends there.
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

  /// The first position of the pattern; nil when it does not occur. An empty pattern is found at the start.
  ///
  /// - Parameters:
  ///   - start: The first position to search.
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

  /// The first position of the pattern in an array, from a position on.
  package func first(in bytes: [UInt8], from start: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }
}
