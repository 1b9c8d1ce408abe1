import HTTPCore
import JSON

/// `anyOf`: at least one schema allows the value.
struct AnyOf: Applicator {
  let schemas: [Int]

  var applied: [Int] { schemas }
  var describing: [Int] { schemas }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    var holds = false
    for schema in schemas where evaluation.tries(schema, value) {
      holds = true
      // The others matter only for what they evaluate.
      if evaluation.evaluated == nil { return true }
    }
    return holds || evaluation.failAll(schemas, "anyOf", value)
  }
}

/// `oneOf`: exactly one schema allows the value.
struct OneOf: Applicator {
  let schemas: [Int]

  var applied: [Int] { schemas }
  var describing: [Int] { schemas }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    var first: Int?
    for position in schemas.indices where evaluation.tries(schemas[position], value) {
      if let first { return fail(first, position, evaluation) }
      first = position
    }
    return first != nil || evaluation.failAll(schemas, "oneOf", value)
  }

  /// Reports two schemas that both allow the value.
  private func fail(_ first: Int, _ second: Int, _ evaluation: Evaluation) -> Bool {
    evaluation.fail(
      "oneOf", expected: "must match exactly one of the \(schemas.count) schemas of `oneOf`",
      found: "matches those at \(first) and \(second)")
  }
}

extension Evaluation {
  /// Reports that none of some alternatives allows the value. When only one of them can have been meant, because the
  /// others are for another type or for another value of a distinguishing member, what that one has against the
  /// value says more.
  fileprivate func failAll(_ schemas: [Int], _ keyword: String, _ value: JSONValue) -> Bool {
    guard goesOn else { return false }
    var meant: [[Violation]] = []
    for schema in schemas { meant += violationsIfMeant(schema, value) }
    if meant.count == 1, !meant[0].isEmpty { return fail(meant[0]) }
    return failAll(schemas.count, keyword, value)
  }

  private func failAll(_ count: Int, _ keyword: String, _ value: JSONValue) -> Bool {
    fail(
      keyword, expected: "must match one of the \(count) schemas of `\(keyword)`",
      found: "\(value.wording) and matches none")
  }

  /// What a schema has against the value; nothing at all when it is for other values.
  private func violationsIfMeant(_ schema: Int, _ value: JSONValue) -> [[Violation]] {
    let violations = violations(schema, value)
    return violations.contains(where: isForOthers) ? [] : [violations]
  }

  private func isForOthers(_ violation: Violation) -> Bool {
    let depth = violation.instance.tokens.count - path.count
    switch violation.keyword {
    case "type", "": return depth == 0
    case "enum", "const": return depth <= 1
    default: return false
    }
  }
}
