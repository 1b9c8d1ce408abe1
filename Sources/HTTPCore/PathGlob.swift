/// A pattern of paths, such as `/v1/lotes/*` or `/api/**`: `*` matches any text within a segment, or one whole segment;
/// `**` matches any number of segments, also none.
package struct PathGlob: Sendable, Equatable, CustomStringConvertible {
  /// The longest pattern in characters.
  package static let maximumLength = 2000

  private enum Part: Sendable, Equatable {
    case literal([UInt8])
    case wildcard([UInt8])
    case anySegments
  }

  /// The pattern as it was written.
  package let description: String
  private let parts: [Part]
  /// The text after a question mark, which the query must equal; nil when any query matches.
  private let query: [UInt8]?

  /// Parses a pattern; nil when it is too long.
  package init?(_ text: String) {
    guard text.unicodeScalars.count <= Self.maximumLength else { return nil }
    description = text
    let pieces = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    parts = Self.segments(pieces.first ?? text.utf8[...]).map { segment in
      if segment == [Wildcards.star, Wildcards.star] { return .anySegments }
      return segment.contains(Wildcards.star) ? .wildcard(segment) : .literal(segment)
    }
    query = pieces.count > 1 ? Array(pieces[1]) : nil
  }

  /// Whether it matches an undecoded path and query. Percent-encoded and plain letters are the same, and so are one
  /// slash and several.
  package func matches(_ path: String, query: [UInt8]) -> Bool {
    if let wanted = self.query, wanted != query { return false }
    return matches(Self.segments(path.utf8[...]))
  }

  /// Whether it matches the target of a request.
  package func matches(_ target: RequestTarget) -> Bool {
    if let query, query != target.rawQuery { return false }
    return matches(target.segments.map(\.utf8))
  }

  private func matches<Segment: Sequence<UInt8> & SendableMetatype>(_ segments: [Segment]) -> Bool {
    Wildcards.match(parts, segments, isStar: { $0 == .anySegments }, with: Self.matches)
  }

  private static func matches(_ part: Part, _ segment: some Sequence<UInt8>) -> Bool {
    switch part {
    case .literal(let text): segment.elementsEqual(text)
    case .wildcard(let pattern): Wildcards.match(pattern, Array(segment), isStar: { $0 == Wildcards.star }, with: ==)
    case .anySegments: false
    }
  }

  private static func segments(_ path: Substring.UTF8View) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map { PercentEncoding.decode(Array($0)[...], plus: .literal) }
  }
}

/// Matches patterns with stars: the bytes of a segment, and the segments of a path.
private enum Wildcards {
  static let star = UInt8(ascii: "*")

  /// Whether a pattern matches a whole sequence. At a mismatch it returns only to the last star, so the work is at most
  /// the product of the lengths.
  ///
  /// - Parameters:
  ///   - isStar: Whether an element of the pattern matches any number of elements.
  ///   - isMatch: Whether another element of the pattern matches an element.
  static func match<Piece, Element>(
    _ pattern: [Piece], _ row: [Element], isStar: (Piece) -> Bool, with isMatch: (Piece, Element) -> Bool
  ) -> Bool {
    var (index, position) = (0, 0)
    var retry: (index: Int, position: Int)?
    while position < row.count {
      if index < pattern.count, isStar(pattern[index]) {
        retry = (index, position)
        index += 1
      } else if index < pattern.count, isMatch(pattern[index], row[position]) {
        index += 1
        position += 1
      } else if let last = retry {
        retry = (last.index, last.position + 1)
        (index, position) = (last.index + 1, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy(isStar)
  }
}
