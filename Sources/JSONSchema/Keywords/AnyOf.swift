import HTTPCore

/// `anyOf`: at least one schema allows the value.
struct AnyOf: Applicator {
  let schemas: [Int]

  var applied: [Int] { schemas }
  var describing: [Int] { schemas }

  func allows(_ value: JSONValue, _ evaluation: inout Evaluation) -> Bool {
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

  func allows(_ value: JSONValue, _ evaluation: inout Evaluation) -> Bool {
    var first: Int?
    for (position, schema) in schemas.enumerated() where evaluation.tries(schema, value) {
      if let first {
        return evaluation.fail(
          "oneOf", expected: "must match exactly one of the \(schemas.count) schemas of `oneOf`",
          found: "matches those at \(first) and \(position)")
      }
      first = position
    }
    return first != nil || evaluation.failAll(schemas, "oneOf", value)
  }
}

extension Evaluation {
  /// Reports that none of some alternatives allows the value. When only one of them can have been meant, because the
  /// others are for another type or for another value of a distinguishing member, what that one has against the
  /// value says more.
  fileprivate mutating func failAll(_ schemas: [Int], _ keyword: String, _ value: JSONValue) -> Bool {
    guard goesOn else { return false }
    var meant: [[Violation]] = []
    for schema in schemas {
      let violations = violations(schema, value)
      if !violations.contains(where: isForOthers) { meant.append(violations) }
    }
    if meant.count == 1, !meant[0].isEmpty { return fail(meant[0]) }
    return fail(
      keyword, expected: "must match one of the \(schemas.count) schemas of `\(keyword)`",
      found: "\(value.wording) and matches none")
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
