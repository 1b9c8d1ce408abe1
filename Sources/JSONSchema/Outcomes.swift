import JSON

// Schemas that are applied to one value by several ways. Without these outcomes a chain of schemas, each of which applies
// the next one twice, takes twice the work for each link.

/// An application of a schema to a part of the value.
struct OutcomeKey: Hashable {
  let node: Int
  let isReporting: Bool
  let isTracking: Bool
  /// The place of the part.
  let positions: [Int]
}

/// What an application came to. It depends on the schema and the part alone, not on what applied the schema.
struct Outcome {
  let holds: Bool
  let evaluated: EvaluatedPositions?
  let violations: [Violation]
}

extension Evaluation {
  /// Before so many applications nothing is kept: most checks need fewer, and no dictionary.
  private static let outcomeThreshold = 1_000
  /// How many outcomes are kept, some 10 MB. Past that all are dropped: the work grows, and the answers stay the same.
  private static let outcomeLimit = 50_000

  /// Whether the application of a composed schema may come again: one that stands in no other does not.
  var keepsOutcomes: Bool { compositions > 0 && steps > Self.outcomeThreshold }

  /// Applies a composed schema, unless it was applied to this part before.
  func allowsOnce(_ index: Int, _ value: JSONValue) -> Bool {
    let key = OutcomeKey(
      node: index, isReporting: isReporting, isTracking: evaluated != nil, positions: positions)
    if let known = outcomes[key] { return adopt(known) }
    let (count, outer) = (violations.count, evaluated)
    if outer != nil { evaluated = EvaluatedPositions() }
    let holds = allowsComposed(index, value)
    keep(key, holds, violationsBefore: count)
    if let outer { evaluated = outer.union(evaluated) }
    return holds
  }

  /// Ends the application of a composed schema. When it stood in no other, nothing in it can be applied again.
  func leaveComposition() {
    compositions -= 1
    if compositions == 0, !outcomes.isEmpty { outcomes.removeAll(keepingCapacity: true) }
  }

  private func adopt(_ known: Outcome) -> Bool {
    for violation in known.violations where goesOn { report?.append(violation) }
    if let outer = evaluated { evaluated = outer.union(known.evaluated) }
    return known.holds
  }

  /// Keeps what an application came to, unless the check was given up or its report is cut.
  private func keep(_ key: OutcomeKey, _ holds: Bool, violationsBefore count: Int) {
    guard exhaustion == nil, !isReporting || goesOn || count == 0 else { return }
    if outcomes.count >= Self.outcomeLimit { outcomes.removeAll(keepingCapacity: true) }
    outcomes[key] = Outcome(holds: holds, evaluated: evaluated, violations: Array(violations.dropFirst(count)))
  }
}
