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
