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
