import JSON

/// The request target (RFC 9112 §3.2): path segments and query.
///
/// The path is split before it is decoded, so `%2F` stays inside its segment. Empty segments are removed, so `//` and a
/// trailing slash have no effect (CONTRACT G7).
package struct RequestTarget: Sendable, Equatable {
  /// The longest accepted target, in bytes; a longer one gets 414.
  package static let maximumLength = 8192

  /// The host and port of a target in absolute form, which take precedence over `Host` (RFC 9112 §3.2.2).
  package let authority: String?
  /// The undecoded path without the query, for logs.
  package let rawPath: String
  /// The decoded segments.
  package let segments: [String]
  /// The undecoded bytes after the `?`.
  package let rawQuery: [UInt8]

  /// Parses a target in origin, absolute or asterisk form.
  ///
  /// - Throws: ``Problem`` of kind `uriTooLong`, or `malformedRequest` when a segment is not UTF-8 or contains a NUL,
  ///   when the target contains a control character, or when its authority is invalid.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= Self.maximumLength else {
      throw Problem(.uriTooLong, "the request target has \(bytes.count) bytes; the limit is \(Self.maximumLength)")
    }
    // RFC 9112 §3.2: other servers would end the target there, or replace the character.
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Problem(.malformedRequest, "the request target holds a control character; it must be percent-encoded")
    }
    let (authority, path, query) = Self.parts(of: bytes)
    if let authority, authority.isEmpty || !Authority.isValid(authority) {
      throw Problem(
        .malformedRequest, "the request target must name a host and an optional port, without user information",
        field: "Host", value: authority)
    }
    self.authority = authority
    rawPath = String(decoding: path, as: UTF8.self)
    rawQuery = query
    var segments: [String] = []
    segments.reserveCapacity(4)
    var start = path.startIndex
    while start < path.endIndex {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      if start < end {
        guard let segment = PercentEncoding.text(path[start..<end], plus: .literal) else {
          throw Problem(
            .malformedRequest,
            "the path segment \"\(String(decoding: path[start..<end], as: UTF8.self).clipped(to: 60))\""
              + " is not UTF-8 text, or holds a NUL, once percent-decoded")
        }
        segments.append(segment)
      }
      start = end + 1
    }
    self.segments = segments
  }

  /// A target from parts of one that was parsed before; segments that cannot be decoded are omitted.
  package init(authority: String?, rawPath: String, rawQuery: [UInt8]) {
    let segments = rawPath.utf8.split(separator: UInt8(ascii: "/")).compactMap { part in
      PercentEncoding.text(Array(part)[...], plus: .literal)
    }
    self.init(authority: authority, rawPath: rawPath, segments: segments, rawQuery: rawQuery)
  }

  private init(authority: String?, rawPath: String, segments: [String], rawQuery: [UInt8]) {
    (self.authority, self.rawPath, self.segments, self.rawQuery) = (authority, rawPath, segments, rawQuery)
  }

  /// The target without its first segments.
  ///
  /// - Parameters:
  ///   - count: At most the number of segments.
  package func droppingSegments(_ count: Int) -> RequestTarget {
    var rest = rawPath.utf8[...]
    for _ in 0..<count {
      rest = rest.drop { $0 == UInt8(ascii: "/") }.drop { $0 != UInt8(ascii: "/") }
    }
    return RequestTarget(
      authority: authority, rawPath: rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self),
      segments: Array(segments.dropFirst(count)), rawQuery: rawQuery)
  }

  /// The parts of any target, even an invalid one: nothing is decoded or checked.
  package static func parts(
    of bytes: [UInt8]
  ) -> (authority: String?, path: ArraySlice<UInt8>, query: [UInt8]) {
    let (authority, origin) = splitAuthority(bytes[...])
    let (path, query) = splitQuery(origin)
    return (authority, path, query)
  }

  /// Splits `http://host:port` from a target in absolute form, as proxies and some test tools send it.
  private static func splitAuthority(_ bytes: ArraySlice<UInt8>) -> (String?, ArraySlice<UInt8>) {
    guard bytes.first != UInt8(ascii: "/") else { return (nil, bytes) }
    for scheme in ["http://", "https://"] {
      guard bytes.prefix(scheme.utf8.count).map(\.lowercasedASCII).elementsEqual(scheme.utf8) else { continue }
      let rest = bytes.dropFirst(scheme.utf8.count)
      let origin = rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      return (String(decoding: rest[..<origin.startIndex], as: UTF8.self), origin)
    }
    return (nil, bytes)
  }

  /// Splits at the first unencoded `?` (RFC 3986 §3.4); an encoded one belongs to the path.
  private static func splitQuery(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, [UInt8]) {
    guard let index = bytes.firstIndex(of: UInt8(ascii: "?")) else { return (bytes, []) }
    return (bytes[..<index], Array(bytes[(index + 1)...]))
  }
}

extension RequestTarget {
  /// The intended target of a client that appends an endpoint with its query to a URL by `URL.appendingPathComponent`,
  /// which encodes the question mark (CONTRACT G7); nil unless only the last segment contains an encoded question mark,
  /// and the target has no query.
  package var withEncodedQueryTaken: RequestTarget? {
    let path = Array(rawPath.utf8)
    guard rawQuery.isEmpty, let mark = path.firstRange(of: "%3F".utf8) ?? path.firstRange(of: "%3f".utf8),
      !path[mark.upperBound...].contains(UInt8(ascii: "/")), path[mark.upperBound...].contains(UInt8(ascii: "="))
    else { return nil }
    return RequestTarget(
      authority: authority, rawPath: String(decoding: path[..<mark.lowerBound], as: UTF8.self),
      rawQuery: Array(path[mark.upperBound...]))
  }
}
