import HTTPCore

/// A pattern of paths: `*` stands for one segment, `**` for any number of them, none included.
package struct PathGlob: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case literal(String)
    case one
    case any
  }

  /// The most segments that a pattern may have.
  package static let maximumSegments = 64

  private let parts: [Part]

  /// Reads a pattern such as `/v1/lotes/*`; a trailing slash changes nothing.
  ///
  /// - Returns: nil unless it begins with `/`, and stars stand alone in their segments.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [Part] = []
    for segment in text.split(separator: "/") {
      switch segment {
      case "**": if parts.last != .any { parts.append(.any) }
      case "*": parts.append(.one)
      default:
        guard !segment.utf8.contains(UInt8(ascii: "*")) else { return nil }
        parts.append(.literal(String(segment)))
      }
    }
    guard parts.count <= Self.maximumSegments else { return nil }
    self.parts = parts
  }

  /// Whether it covers a path. Takes time in proportion to the lengths of both, as it goes back to the last `**` only.
  package func matches(_ segments: [String]) -> Bool {
    var (part, segment) = (0, 0)
    var retry: (part: Int, segment: Int)?
    while segment < segments.count {
      if part < parts.count {
        switch parts[part] {
        case .any:
          retry = (part, segment)
          part += 1
          continue
        case .one:
          (part, segment) = (part + 1, segment + 1)
          continue
        case .literal(let text) where text == segments[segment]:
          (part, segment) = (part + 1, segment + 1)
          continue
        case .literal:
          break
        }
      }
      guard let last = retry else { return false }
      retry = (last.part, last.segment + 1)
      (part, segment) = (last.part + 1, last.segment + 1)
    }
    return parts[part...].allSatisfy { $0 == .any }
  }
}
