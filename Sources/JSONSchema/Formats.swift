import HTTPCore
import JSON

/// `format` for numbers, when it is asserted: the formats of OpenAPI.
package enum NumberFormat: String, NumberKeyword {
  case int32
  case int64
  case float
  case double

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    accepts(number)
      || evaluation.fail("format", .numberFormat(self), .number(number))
  }

  private func accepts(_ number: JSONNumber) -> Bool {
    switch self {
    case .int32: number.integer.flatMap(Int32.init(exactly:)) != nil
    case .int64: number.integer != nil
    case .float: number.double.map { Float($0).isFinite } ?? false
    case .double: number.double != nil
    }
  }

  /// Whether it bounds the precision of a number, not which numbers are allowed.
  package var isFloatingPoint: Bool { self == .float || self == .double }

  var wording: String {
    switch self {
    case .int32: "a whole number of 32 bits"
    case .int64: "a whole number of 64 bits"
    case .float: "in the range of a 32-bit floating-point number"
    case .double: "in the range of a 64-bit floating-point number"
    }
  }
}

/// What the keyword `format` says of texts.
package enum TextFormats {
  /// Whether a text is of a format; nil for a format that schemas here do not assert.
  package static func allow(_ text: String, as format: String) -> Bool? {
    StringFormat(rawValue: format)?.accepts(text)
  }

  /// A date and time without an offset as one of UTC; nil for any other text.
  package static func dateTime(ofLocal text: String) -> String? {
    guard TimestampFormat.isLocalDateTime(text) else { return nil }
    let (date, time) = (text.prefix(10), text.dropFirst(11))
    return "\(date)T\(time)\(time.utf8.count == 5 ? ":00" : "")Z"
  }
}

/// Dates and times as RFC 3339 section 5.6 writes them.
enum TimestampFormat {
  static func isDate(_ text: String) -> Bool {
    ByteScanner.reads(text) { scanner in scanner.date() }
  }

  static func isTime(_ text: String) -> Bool {
    ByteScanner.reads(text) { scanner in scanner.time() }
  }

  /// A time without an offset: `09:30` and `09:30:00.5`.
  static func isLocalTime(_ text: String) -> Bool {
    ByteScanner.reads(text) { scanner in scanner.localTime() }
  }

  /// A date and a time without an offset.
  static func isLocalDateTime(_ text: String) -> Bool {
    ByteScanner.reads(text) { scanner in scanner.date() && scanner.skip("Tt ") && scanner.localTime() }
  }

  static func isDateTime(_ text: String) -> Bool {
    ByteScanner.reads(text) { scanner in scanner.date() && scanner.skip("Tt") && scanner.time() }
  }
}

/// An e-mail address: the `Mailbox` of RFC 5321 section 4.1.2.
enum EmailFormat {
  static func accepts(_ text: String) -> Bool {
    let bytes = text.utf8[...]
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<at]) && isDomain(bytes[bytes.index(after: at)...])
  }

  private static func isLocalPart(_ text: Substring.UTF8View) -> Bool {
    guard (1...64).contains(text.count) else { return false }
    if text.first == UInt8(ascii: "\"") { return isQuoted(text) }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
  }

  private static func isAtomText(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Printable characters between quotation marks, `"` and `\` behind a backslash.
  private static func isQuoted(_ text: Substring.UTF8View) -> Bool {
    guard text.count >= 2, text.last == UInt8(ascii: "\"") else { return false }
    var rest = text.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      let character = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
      guard let character, (0x20...0x7E).contains(character) else { return false }
      if byte == UInt8(ascii: "\"") { return false }
    }
    return true
  }

  /// Labels of letters, digits and inner hyphens, or an address in brackets.
  private static func isDomain(_ text: Substring.UTF8View) -> Bool {
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
      let address = text.dropFirst().dropLast()
      if AddressFormat.isIPv4(address) { return true }
      return address.prefix(5).elementsEqual("IPv6:".utf8) && AddressFormat.isIPv6(address.dropFirst(5))
    }
    return text.count <= 255
      && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ text: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(text.count) && text.first != hyphen && text.last != hyphen
      && text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == hyphen }
  }
}

/// Addresses of the Internet Protocol.
enum AddressFormat {
  /// Four numbers of at most 255 without leading zeros (RFC 3986 section 3.2.2, `IPv4address`).
  static func isIPv4(_ text: Substring.UTF8View) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy(isByte)
  }

  private static func isByte(_ text: Substring.UTF8View) -> Bool {
    guard (1...3).contains(text.count), text.allSatisfy(\.isASCIIDigit) else { return false }
    if text.count > 1, text.first == UInt8(ascii: "0") { return false }
    return text.reduce(0) { $0 * 10 + Int($1 & 0x0F) } <= 255
  }

  /// Eight groups, of which `::` may leave out one run, the last two perhaps as an IPv4 address (RFC 4291 section
  /// 2.2); no zone.
  static func isIPv6(_ text: Substring.UTF8View) -> Bool {
    let colon = UInt8(ascii: ":")
    let gap = text.indices.first { text[$0] == colon && text[$0...].dropFirst().first == colon }
    guard let gap else { return groupCount(text, mayEndInIPv4: true) == 8 }
    guard let before = groupCount(text[..<gap], mayEndInIPv4: false),
      let behind = groupCount(text[gap...].dropFirst(2), mayEndInIPv4: true)
    else { return false }
    return before + behind <= 7
  }

  /// How many groups of 16 bits a text stands for; nil when one is malformed.
  private static func groupCount(_ text: Substring.UTF8View, mayEndInIPv4: Bool) -> Int? {
    if text.isEmpty { return 0 }
    var groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)[...]
    var count = groups.count
    if mayEndInIPv4, let last = groups.last, isIPv4(last) {
      groups.removeLast()
      count += 1
    }
    let isWellFormed = groups.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isHexadecimalDigit) }
    return isWellFormed ? count : nil
  }
}

/// Bytes as text.
enum BinaryFormat {
  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
  static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexadecimalDigit) }
  }

  /// Base64 with its padding and without line breaks (RFC 4648 section 4), OpenAPI's `byte`.
  static func isBase64(_ text: String) -> Bool {
    guard text.utf8.count.isMultiple(of: 4) else { return false }
    var digits = text.utf8[...]
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
    return digits.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+/".utf8.contains($0) }
  }
}
