import HTTPCore
import JSON

/// URIs and relative references by the characters that RFC 3986 allows in each part.
enum URIFormat {
  static func isURI(_ text: String) -> Bool {
    let reference = URIReference(text)
    return reference.scheme != nil && isWellFormed(reference)
  }

  static func isReference(_ text: String) -> Bool {
    isWellFormed(URIReference(text))
  }

  private static func isWellFormed(_ reference: URIReference) -> Bool {
    if let authority = reference.authority, !isAuthority(authority.utf8[...]) { return false }
    // What precedes a colon in the first segment would be a scheme (section 4.2).
    if reference.scheme == nil, reference.authority == nil,
      reference.path.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":"))
    {
      return false
    }
    return isMade(of: ":@/", reference.path.utf8[...])
      && isMade(of: ":@/?", (reference.query ?? "").utf8[...])
      && isMade(of: ":@/?", (reference.fragment ?? "").utf8[...])
  }

  /// `userinfo@host:port` (section 3.2).
  private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard isMade(of: ":", rest[..<at]) else { return false }
      rest = rest[rest.index(after: at)...]
    }
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let port = rest[rest.index(after: end)...]
      return isLiteral(rest[..<end].dropFirst()) && (port.isEmpty || isPort(port))
    }
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return isMade(of: "", rest) }
    return isMade(of: "", rest[..<colon]) && isPort(rest[colon...])
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
  }

  /// What stands in brackets: an IPv6 address or one of a future version.
  private static func isLiteral(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else { return AddressFormat.isIPv6(text) }
    let version = text.dropFirst().prefix(while: \.isHexadecimalDigit)
    let rest = text.dropFirst(1 + version.count)
    return !version.isEmpty && rest.count > 1 && rest.first == UInt8(ascii: ".")
      && !rest.contains(UInt8(ascii: "%")) && isMade(of: ":", rest)
  }

  /// Whether a text has only unreserved characters, sub-delimiters, percent-encoded bytes and the given ones.
  private static func isMade(of others: StaticString, _ text: Substring.UTF8View) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if !byte.isASCIILetter, !byte.isASCIIDigit, !"-._~!$&'()*+,;=".utf8.contains(byte) {
        guard others.withUTF8Buffer({ $0.contains(byte) }) else { return false }
      }
    }
    return true
  }
}
