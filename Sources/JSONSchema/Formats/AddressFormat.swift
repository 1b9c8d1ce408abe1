/// Addresses of the Internet Protocol.
enum AddressFormat {
  /// Four numbers of at most 255 without leading zeros (RFC 3986 section 3.2.2, `IPv4address`).
  static func isIPv4(_ text: Substring.UTF8View) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy(isOctet)
  }

  private static func isOctet(_ text: Substring.UTF8View) -> Bool {
    guard (1...3).contains(text.count), text.allSatisfy(\.isASCIIDigit) else { return false }
    if text.count > 1, text.first == UInt8(ascii: "0") { return false }
    return text.reduce(0) { $0 * 10 + Int($1 & 0x0F) } <= 255
  }

  /// Eight groups, of which `::` may leave out one run, the last two perhaps as an IPv4 address (RFC 4291 section
  /// 2.2); no zone.
  static func isIPv6(_ text: Substring.UTF8View) -> Bool {
    guard text.count <= 45 else { return false }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 3, let last = parts.last else { return false }
    // An empty part is a `::`, which at an end of the text leaves two of them.
    var gaps = parts.dropFirst().dropLast().count(where: \.isEmpty)
    if parts[0].isEmpty {
      guard parts[1].isEmpty else { return false }
    }
    if last.isEmpty {
      guard parts[parts.count - 2].isEmpty else { return false }
    }
    if parts.count == 3, gaps == 1, parts[0].isEmpty, last.isEmpty { return true }
    guard gaps <= 1 else { return false }
    gaps = min(gaps, 1)
    guard let groups = groupCount(parts.filter { !$0.isEmpty }) else { return false }
    return gaps == 0 ? groups == 8 : groups <= 7
  }

  /// How many groups of 16 bits the parts stand for; nil when one is malformed.
  private static func groupCount(_ parts: [Substring.UTF8View]) -> Int? {
    guard let last = parts.last else { return 0 }
    let endsInIPv4 = last.contains(UInt8(ascii: "."))
    if endsInIPv4, !isIPv4(last) { return nil }
    let groups = endsInIPv4 ? parts.dropLast() : parts[...]
    guard groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(\.isHexadecimalDigit) }) else { return nil }
    return groups.count + (endsInIPv4 ? 2 : 0)
  }
}
