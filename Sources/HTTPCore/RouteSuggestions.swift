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
    guard let nearest = ranked.first else { return sockets(segments, routes).prefix(limit).map(\.self) }
    return ranked.filter { $0.cost <= nearest.cost + costSpread }.prefix(limit).map(\.text)
  }

  /// Names that servers often have for what is a path below `/ws` here.
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

  /// What a segment costs that is another one altogether: as much as one that is missing.
  private static let wrongSegmentCost = 3

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
    guard lengthGap <= 1 else { return isBehindPrefix(segments, pattern) ? lengthGap * wrongSegmentCost : nil }
    let edits = [
      self.edits(of: Array(zip(segments, pattern.segments))),
      self.edits(of: zip(segments.reversed(), pattern.segments.reversed()).reversed()),
    ]
    return edits.compactMap { $0 }.min().map { $0 + lengthGap * 3 }
  }

  /// Whether a path ends in a whole route of several segments, all of them literal, as behind another server's base path.
  private static func isBehindPrefix(_ segments: [String], _ pattern: PathPattern) -> Bool {
    let literals = pattern.segments.compactMap(\.literal)
    return literals.count >= 2 && literals.count == pattern.segments.count && segments.count > literals.count
      && segments.suffix(literals.count).elementsEqual(literals)
  }

  /// The edits between segments and those of a pattern at the same place, in their order; nil for too many.
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
    // One segment may be another one altogether, as that of a base path is, where what is meant is named rightly.
    guard !isBaseWrong || isLastExact else { return nil }
    // What is like a parameter only is like nothing.
    return hasLiteral ? total : nil
  }
}
