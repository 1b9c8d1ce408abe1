/// Finds the routes that are most similar to an unknown path.
package enum RouteSuggestions {
  private static let maximumSegments = 16
  private static let maximumSegmentLength = 64

  /// At most `limit` routes similar to the path, the most similar first; empty when none is.
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
    guard let nearest = ranked.first else { return sockets(segments, routes).prefix(limit).map(\.self) }
    return ranked.filter { $0.cost <= nearest.cost + costSpread }.prefix(limit).map(\.text)
  }

  /// Names that other servers often use for paths that are below `/ws` here.
  private static let socketNames: Set<String> = ["stomp", "websocket", "websockets", "sockjs", "socket", "ws"]

  /// The paths of sockets, for a client that looks for one under another server's name.
  private static func sockets(
    _ segments: [String], _ routes: [(method: HTTPMethod, pattern: PathPattern)]
  ) -> [String] {
    guard let last = segments.last, socketNames.contains(last.lowercased()) else { return [] }
    return routes.filter { route in
      route.method == .get && route.pattern.segments.first?.literal == "ws"
        && route.pattern.segments.allSatisfy { $0.literal != nil }
    }.map { "\($0.method) \($0.pattern)" }
  }

  /// The cost of a completely different segment: that of a missing one.
  private static let wrongSegmentCost = 3

  /// The largest difference in cost between the most similar route and another suggestion.
  private static let costSpread = 4

  private struct Candidate: Comparable {
    let cost: Int
    let text: String

    static func < (left: Candidate, right: Candidate) -> Bool {
      (left.cost, left.text) < (right.cost, right.text)
    }
  }

  /// The distance of a path from a pattern, compared from the front and, for a forgotten or doubled prefix, from the
  /// back; nil when it is too large for a mistake.
  private static func cost(of segments: [String], against pattern: PathPattern) -> Int? {
    let lengthGap = abs(segments.count - pattern.segments.count)
    guard lengthGap <= 1 else { return isBehindPrefix(segments, pattern) ? lengthGap * wrongSegmentCost : nil }
    let edits = [
      self.edits(of: Array(zip(segments, pattern.segments))),
      self.edits(of: zip(segments.reversed(), pattern.segments.reversed()).reversed()),
    ]
    return edits.compactMap { $0 }.min().map { $0 + lengthGap * 3 }
  }

  /// Whether a path ends in a whole route of several literal segments, such as one after another server's base path.
  private static func isBehindPrefix(_ segments: [String], _ pattern: PathPattern) -> Bool {
    let literals = pattern.segments.compactMap(\.literal)
    return literals.count >= 2 && literals.count == pattern.segments.count && segments.count > literals.count
      && segments.suffix(literals.count).elementsEqual(literals)
  }

  /// The edits between segments and those of a pattern at the same position; nil for too many.
  private static func edits(of pairs: [(String, PathPattern.Segment)]) -> Int? {
    var total = 0
    var (hasLiteral, isBaseWrong, isLastExact) = (false, false, false)
    for (text, segment) in pairs {
      guard case .literal(let literal) = segment else { continue }
      hasLiteral = true
      let limit = max(1, literal.count / 2)
      guard text.count <= maximumSegmentLength else { return nil }
      let distance = EditDistance.between(text.lowercased(), literal.lowercased(), limit: limit)
      isLastExact = distance == 0
      if distance == nil {
        guard !isBaseWrong else { return nil }
        isBaseWrong = true
      }
      total += distance ?? wrongSegmentCost
    }
    // One segment may differ completely, such as that of a base path, if the last one is exact.
    guard !isBaseWrong || isLastExact else { return nil }
    // A match of parameters only is not a similarity.
    return hasLiteral ? total : nil
  }
}
