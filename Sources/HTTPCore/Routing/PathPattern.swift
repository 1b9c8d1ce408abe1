/// The path of a route, such as `/v1/lotes/{id}`: literal segments and named parameters.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  /// One segment of a pattern.
  package enum Segment: Sendable, Hashable {
    /// Matches exactly this text.
    case literal(String)
    /// Matches any one segment and gives it this name.
    case parameter(String)

    /// The text of a literal segment.
    package var literal: String? {
      guard case .literal(let text) = self else { return nil }
      return text
    }
  }

  package let segments: [Segment]

  /// Reads a pattern; a segment in braces is a parameter.
  package init(_ text: String) {
    segments = text.split(separator: "/").map { part in
      part.hasPrefix("{") && part.hasSuffix("}")
        ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
  }

  package var description: String {
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter(let name): "{\(name)}"
        }
      }.joined(separator: "/")
  }
}

/// The values that a request's path gave to a pattern's parameters.
package struct PathParameters: Sendable, Equatable {
  private var pairs: [(name: String, value: String)] = []

  /// No parameters.
  package init() {}

  /// The decoded value of a parameter, or the empty text when the pattern has none of that name.
  package subscript(name: String) -> String {
    pairs.first { $0.name == name }?.value ?? ""
  }

  mutating func append(_ name: String, _ value: String) {
    pairs.append((name, value))
  }

  package static func == (left: PathParameters, right: PathParameters) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }
}
