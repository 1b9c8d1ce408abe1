import HTTPCore

/// A pattern of paths, such as `/v1/lotes/*` or `/api/**`: `*` stands for any text within a segment, and as a whole
/// segment for any one; `**` stands for any number of segments, none included.
package struct JournalPathGlob: Sendable, Equatable, CustomStringConvertible {
  /// The longest pattern in characters.
  package static let maximumLength = 2000

  /// The pattern as it was written.
  package let description: String
  private let segments: [[UInt8]]
  /// Behind a question mark: the query as it came must be the same.
  private let query: [UInt8]?

  /// Reads a pattern; nil when it is too long.
  package init?(_ text: String) {
    guard text.unicodeScalars.count <= Self.maximumLength else { return nil }
    description = text
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    segments = Self.segments(parts.first ?? text.utf8[...])
    query = parts.count > 1 ? Array(parts[1]) : nil
  }

  /// Whether the path and query match. Percent-encoded and plain letters are the same, as are one slash and several.
  package func matches(_ path: String, query: [UInt8]) -> Bool {
    if let wanted = self.query, wanted != query { return false }
    return Self.matches(segments[...], Self.segments(path.utf8[...])[...])
  }

  private static func segments(_ path: Substring.UTF8View) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map { PercentEncoding.decode(Array($0)[...], plus: .literal) }
  }

  private static let star = UInt8(ascii: "*")

  /// Goes back at a mismatch to the last `**` only, which makes the time the product of the lengths at most.
  private static func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    var (index, position) = (pattern.startIndex, path.startIndex)
    var retry: (index: Int, position: Int)?
    while position < path.endIndex {
      if index < pattern.endIndex, pattern[index] == [star, star] {
        retry = (index, position)
        index += 1
      } else if index < pattern.endIndex, matches(segment: pattern[index], path[position]) {
        index += 1
        position += 1
      } else if let last = retry {
        retry = (last.index, last.position + 1)
        (index, position) = (last.index + 1, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == [star, star] }
  }

  private static func matches(segment pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var (index, position) = (0, 0)
    var retry: (index: Int, position: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == star {
        retry = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == text[position] {
        index += 1
        position += 1
      } else if let last = retry {
        retry = (last.index, last.position + 1)
        (index, position) = (last.index + 1, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == star }
  }
}
