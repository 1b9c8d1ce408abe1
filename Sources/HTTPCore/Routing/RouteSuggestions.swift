/// Finds the routes that an unknown path was probably meant for.
package enum RouteSuggestions {
  private static let maximumSegments = 16
  private static let maximumSegmentLength = 64

  /// At most `limit` routes near the path, nearest first; none when nothing is near.
  ///
  /// - Parameters:
  ///   - routes: The candidates, usually those of one API.
  package static func nearest(
    to segments: [String], method: HTTPMethod, among routes: [(method: HTTPMethod, pattern: PathPattern)],
    limit: Int = 3
  ) -> [String] {
    guard segments.count <= maximumSegments else { return [] }
    var best: [PathPattern: Candidate] = [:]
    for route in routes {
      guard let edits = cost(of: segments, against: route.pattern) else { continue }
      let candidate = Candidate(
        cost: edits * 2 + (route.method == method.routed ? 0 : 1), text: "\(route.method) \(route.pattern)")
      best[route.pattern] = min(candidate, best[route.pattern] ?? candidate)
    }
    let ranked = best.values.sorted()
    guard let nearest = ranked.first else { return [] }
    return ranked.filter { $0.cost <= nearest.cost + costSpread }.prefix(limit).map(\.text)
  }

  /// How much worse than the nearest route another suggestion may be.
  private static let costSpread = 4

  private struct Candidate: Comparable {
    let cost: Int
    let text: String

    static func < (left: Candidate, right: Candidate) -> Bool {
      (left.cost, left.text) < (right.cost, right.text)
    }
  }

  /// How far a path is from a pattern, compared from the front and, for a forgotten or doubled prefix, from
  /// the back; nil when it is too far to be a slip.
  private static func cost(of segments: [String], against pattern: PathPattern) -> Int? {
    let lengthGap = abs(segments.count - pattern.segments.count)
    guard lengthGap <= 1 else { return nil }
    let edits = [
      self.edits(between: segments, and: pattern.segments),
      self.edits(between: segments.reversed(), and: pattern.segments.reversed()),
    ]
    return edits.compactMap { $0 }.min().map { $0 + lengthGap * 3 }
  }

  private static func edits(between segments: [String], and pattern: [PathPattern.Segment]) -> Int? {
    var total = 0
    var hasLiteral = false
    for (text, segment) in zip(segments, pattern) {
      guard case .literal(let literal) = segment else { continue }
      hasLiteral = true
      let limit = max(1, literal.count / 2)
      guard text.count <= maximumSegmentLength,
        let distance = EditDistance.between(text.lowercased(), literal.lowercased(), limit: limit)
      else { return nil }
      total += distance
    }
    // What is like a parameter only is like nothing.
    return hasLiteral ? total : nil
  }
}
