/// The path of a route, such as `/v1/lotes/{id}`: literal segments and named parameters.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  /// One segment of a pattern.
  package enum Segment: Sendable, Hashable {
    /// Matches exactly this text.
    case literal(String)
    /// Matches any one segment and gives it this name.
    case parameter(String)
    /// Matches a segment with fixed text around or between parameters, such as `{sid}.json` or `{name}:cancel`.
    case template(SegmentTemplate)

    /// The text of a literal segment.
    package var literal: String? {
      guard case .literal(let text) = self else { return nil }
      return text
    }
  }

  package let segments: [Segment]

  /// Parses a pattern; a segment in braces is a parameter.
  package init(_ text: String) {
    segments = text.utf8.split(separator: UInt8(ascii: "/")).map { bytes in
      let part = Substring(bytes)
      guard bytes.contains(UInt8(ascii: "{")) else { return .literal(String(part)) }
      let template = SegmentTemplate(part)
      return template.isSoleParameter ? .parameter(template.names[0]) : .template(template)
    }
  }

  /// The names of the parameters, in the order of the path.
  package var parameterNames: [String] {
    segments.flatMap { segment in
      switch segment {
      case .literal: [String]()
      case .parameter(let name): [name]
      case .template(let template): template.names
      }
    }
  }

  /// Whether both match the same paths, whatever their parameters are called.
  package func matchesLike(_ other: PathPattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { pair in
        switch pair {
        case (.literal(let text), .literal(let other)): text == other
        case (.parameter, .parameter): true
        case (.template(let template), .template(let other)): template.matchesLike(other)
        default: false
        }
      }
  }

  package var description: String {
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter(let name): "{\(name)}"
        case .template(let template): template.description
        }
      }.joined(separator: "/")
  }
}
