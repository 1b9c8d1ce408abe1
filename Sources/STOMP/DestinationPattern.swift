/// A destination with optional wildcards, like Spring's `AntPathMatcher`: `?` is one character, `*` any number of them
/// within one part, `**` any number of parts. Parts are separated by `/`.
package struct DestinationPattern: Sendable, Equatable {
  /// The most parts of a pattern.
  package static let maximumSegments = 64
  /// The largest size of a pattern in bytes.
  package static let maximumBytes = 512

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let question = UInt8(ascii: "?")

  private let text: [UInt8]
  private let segments: [ArraySlice<UInt8>]
  /// Whether it has a wildcard; otherwise it matches its own text only.
  package let isPattern: Bool

  /// Creates a pattern; nil when it has wildcards and too many parts or bytes.
  package init?(_ destination: String) {
    let bytes = Array(destination.utf8)
    isPattern = bytes.contains { $0 == Self.star || $0 == Self.question }
    text = bytes
    segments = isPattern ? bytes.split(separator: Self.slash) : []
    if isPattern, segments.count > Self.maximumSegments || bytes.count > Self.maximumBytes { return nil }
  }

  /// Whether it matches a destination. The time is at most proportional to the product of both lengths.
  package func matches(_ destination: String) -> Bool {
    guard isPattern else { return text.elementsEqual(destination.utf8) }
    let bytes = Array(destination.utf8)
    guard (bytes.first == Self.slash) == (text.first == Self.slash) else { return false }
    let parts = bytes.split(separator: Self.slash)
    return matches(parts, endsWithSlash: bytes.last == Self.slash)
  }

  /// Compares the parts from the left; `**` first matches none, and one more each time that the rest fails. It is
  /// sufficient to return to the last `**`, because an earlier one could match no part that the last could not.
  private func matches(_ parts: [ArraySlice<UInt8>], endsWithSlash: Bool) -> Bool {
    var index = 0
    var part = 0
    var retry: (index: Int, part: Int)?
    while part < parts.count {
      if index < segments.count, isAnyParts(segments[index]) {
        retry = (index + 1, part)
        index += 1
      } else if index < segments.count, Self.matches(segments[index], parts[part]) {
        index += 1
        part += 1
      } else if let last = retry {
        retry = (last.index, last.part + 1)
        index = last.index
        part = last.part + 1
      } else {
        return false
      }
    }
    return isComplete(from: index, endsWithSlash: endsWithSlash)
  }

  /// Whether the rest of the pattern matches nothing. A slash at the end must be in both, or be matched by `*` or `**`.
  private func isComplete(from index: Int, endsWithSlash: Bool) -> Bool {
    let rest = segments[index...]
    if rest.isEmpty {
      return segments.last.map(isAnyParts) == true || (text.last == Self.slash) == endsWithSlash
    }
    if rest.count == 1, rest.first?.elementsEqual([Self.star]) == true { return endsWithSlash }
    return rest.allSatisfy(isAnyParts)
  }

  private func isAnyParts(_ segment: ArraySlice<UInt8>) -> Bool { segment.elementsEqual([Self.star, Self.star]) }

  /// Whether one part matches; `*` is handled in the same way.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
    var index = pattern.startIndex
    var position = part.startIndex
    var retry: (index: Int, position: Int)?
    while position < part.endIndex {
      if index < pattern.endIndex, pattern[index] == star {
        retry = (index + 1, position)
        index += 1
      } else if index < pattern.endIndex, pattern[index] == question {
        index += 1
        position = next(part, position)
      } else if index < pattern.endIndex, pattern[index] == part[position] {
        index += 1
        position += 1
      } else if let last = retry {
        position = next(part, last.position)
        retry = (last.index, position)
        index = last.index
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == star }
  }

  /// The index after a character, whose bytes except the first are 10xxxxxx.
  private static func next(_ part: ArraySlice<UInt8>, _ position: Int) -> Int {
    var next = position + 1
    while next < part.endIndex, part[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
