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

extension URIReference {
  /// The URI this reference stands for in a document of the base (RFC 3986 section 5.2.2). The base may be relative
  /// itself, as a file name is; the result then is too.
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = Self.removingDotSegments(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.hasPrefix("/") {
      target.path = Self.removingDotSegments(path)
    } else {
      target.path = Self.removingDotSegments(base.merging(path))
    }
    return target
  }

  /// The path of a relative reference behind the last slash of the base's (section 5.2.3).
  private func merging(_ relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// The path without `.` and `..` (section 5.2.4); a `..` that leads above the root is dropped.
  private static func removingDotSegments(_ path: String) -> String {
    guard path.contains("./") || path.hasSuffix(".") else { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let isAbsolute = path.hasPrefix("/")
    var kept: [Substring] = []
    for segment in isAbsolute ? segments.dropFirst() : segments[...] {
      if segment == ".." {
        _ = kept.popLast()
      } else if segment != "." {
        kept.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
  }

  /// The fragment with its percent-encoded bytes decoded; nil when they are not UTF-8 or no two digits follow `%`.
  var decodedFragment: String? {
    guard let fragment else { return "" }
    var bytes: [UInt8] = []
    var rest = fragment.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit),
        let value = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// A string compared and hashed by its UTF-8 bytes.
///
/// RFC 8259 section 8.3 wants member names compared code unit by code unit, while Swift's `String` takes a
/// precomposed "é" for the decomposed one.
struct ByteString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    self.text = contiguous
  }

  static func == (left: ByteString, right: ByteString) -> Bool {
    left.matches(right.text)
  }

  /// Whether the other string has the same bytes. The cheap comparisons come first.
  func matches(_ other: String) -> Bool {
    guard text.utf8.count == other.utf8.count, text == other else { return false }
    let isSame = text.utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in own.elementsEqual(other) }
    }
    return (isSame ?? nil) ?? text.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
