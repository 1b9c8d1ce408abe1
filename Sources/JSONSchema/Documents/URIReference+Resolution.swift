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
