/// A URI or a relative reference in its five parts (RFC 3986 section 4.1). It takes any text; whether the characters
/// are allowed is the format's question.
struct URIReference {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits a text as appendix B of the RFC does.
  init(_ text: String) {
    var rest = text.utf8[...]
    fragment = Self.split(&rest, at: UInt8(ascii: "#"))
    query = Self.split(&rest, at: UInt8(ascii: "?"))
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = Self.text(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = Self.text(rest[..<end])
      rest = rest[end...]
    }
    path = Self.text(rest)
  }

  /// Cuts the delimiter and what follows off the text, and returns what follows.
  private static func split(_ text: inout Substring.UTF8View, at delimiter: UInt8) -> String? {
    guard let index = text.firstIndex(of: delimiter) else { return nil }
    defer { text = text[..<index] }
    return Self.text(text[text.index(after: index)...])
  }

  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, first.isASCIILetter else { return false }
    return text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
  }

  private static func text(_ bytes: Substring.UTF8View) -> String {
    String(Substring(bytes))
  }
}

extension URIReference: CustomStringConvertible {
  /// The parts put together again (RFC 3986 section 5.3).
  var description: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isHexadecimalDigit: Bool { isASCIIDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
