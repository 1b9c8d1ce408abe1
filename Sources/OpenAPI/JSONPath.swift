import JSON

/// A query of locations in a document (RFC 9535): names, wildcards, indexes, slices, unions, recursive descent, and
/// filters with comparisons, `&&`, `||`, `!` and the functions of the standard.
package struct JSONPath: Sendable {
  /// A text that is not a query.
  package struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The position of the error, in characters from 0.
    package let offset: Int
    /// What is wrong, in a sentence without a full stop.
    package let reason: String

    package var description: String { "\(reason), at character \(offset + 1)" }
  }

  /// A query that visits more values than ``maximumVisits``.
  package struct TooExpensive: Error, Sendable, Equatable {}

  /// The longest query in bytes.
  package static let maximumLength = 4096
  /// The largest number of values that one query visits.
  package static let maximumVisits = 3_000_000

  let segments: [Segment]

  /// Parses a query, which begins with `$`.
  ///
  /// - Throws: ``SyntaxError``.
  package init(_ text: String) throws(SyntaxError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw SyntaxError(offset: Self.maximumLength, reason: "the query is longer than \(Self.maximumLength) bytes")
    }
    var parser = JSONPathParser(text)
    segments = try parser.wholeQuery()
  }

  /// The locations of the selected values, in the order of the standard; a location may occur more than once.
  ///
  /// - Throws: ``TooExpensive``.
  package func places(in root: JSONValue) throws(TooExpensive) -> [JSONPointer] {
    try nodes(in: root).map { JSONPointer($0.tokens.map(\.text)) }
  }

  /// The same locations with their values.
  ///
  /// - Throws: ``TooExpensive``.
  func nodes(in root: JSONValue) throws(TooExpensive) -> [JSONPathNode] {
    var evaluation = JSONPathEvaluation(root: root)
    return try evaluation.nodes(segments, from: JSONPathNode(place: nil, value: root))
  }
}

extension JSONPath {
  /// One step from values to values in them.
  struct Segment: Sendable {
    let isDescendant: Bool
    let selectors: [Selector]
  }

  indirect enum Selector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)
  }

  /// The condition of a filter.
  indirect enum Condition: Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case exists(Query)
    case compare(Operand, Comparison, Operand)
    /// `match` for whole texts, `search` for parts.
    case matches(Operand, Operand, isWhole: Bool)
  }

  enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// A query within a filter.
  struct Query: Sendable {
    /// Whether it begins at the property or element, `@`, instead of the root.
    let isRelative: Bool
    let segments: [Segment]

    /// Whether it selects one value at most.
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
      }
    }
  }

  indirect enum Operand: Sendable {
    case literal(JSONValue)
    case query(Query)
    case length(Operand)
    case count(Query)
    case value(Query)
  }
}
