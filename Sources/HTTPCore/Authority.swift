/// The syntax of `Host` and of the authority of a request target: a host name or address with an optional port (RFC
/// 9110 §7.2). Anything else is refused, because other servers would read another host in it.
package enum Authority {
  /// A DNS name has at most 253 bytes (RFC 1035 §2.3.4), a port at most five digits.
  private static let maximumLength = 260

  /// Whether a text is an authority without user information (RFC 3986 §3.2), or empty, as `Host` is for a target
  /// without an authority.
  package static func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isValid($0) }
  }

  private static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= maximumLength else { return false }
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      return isIPv6(bytes[1..<end]) && isPort(bytes[(end + 1)...])
    }
    let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    return bytes[..<end].allSatisfy(isOfName) && isPort(bytes[end...]) && (end > 0 || bytes.isEmpty)
  }

  /// A colon and an optional number up to 65535 (RFC 3986 §3.2.3), or nothing.
  private static func isPort(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let colon = bytes.first else { return true }
    guard colon == UInt8(ascii: ":"), bytes.count <= 6 else { return false }
    var port = 0
    for byte in bytes.dropFirst() {
      guard isDigit(byte) else { return false }
      port = port * 10 + Int(byte - 0x30)
    }
    return port <= 65535
  }

  /// Characters of DNS names, and underscores, which names of containers have. Other characters of RFC 3986 §3.2.2 do
  /// not occur in practice.
  private static func isOfName(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  /// An IPv6 address (RFC 4291 §2.2) with an optional zone (RFC 6874 §2, or with a plain percent sign).
  private static func isIPv6(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let address = bytes.prefix { $0 != UInt8(ascii: "%") }
    let zone = bytes[address.endIndex...].dropFirst()
    guard address.endIndex == bytes.endIndex || !zone.isEmpty && zone.allSatisfy({ isOfName($0) || $0 == 0x25 }) else {
      return false
    }
    let groups = address.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3 else { return false }
    var (count, gaps) = (0, 0)
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        let isInside = index > 0 && index < groups.count - 1
        // "::" at an end yields two empty groups.
        guard isInside || groups[index == 0 ? 1 : index - 1].isEmpty else { return false }
        if isInside { gaps += 1 }
      } else if index == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard isIPv4(group) else { return false }
        count += 2
      } else {
        guard group.count <= 4, group.allSatisfy(isHexadecimal) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count < 8
  }

  private static func isIPv4(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(isDigit) && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
