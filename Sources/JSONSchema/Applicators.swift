import HTTPCore
import JSON

/// `allOf`, and `$ref` with other keywords beside it: every schema allows the value.
struct AllOf: Applicator {
  let schemas: [Int]

  var applied: [Int] { schemas }
  var describing: [Int] { schemas }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for schema in schemas where !evaluation.evaluate(schema, value) {
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }
}

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
    evaluation.fail("oneOf", .twoAlternatives(first, second, count: schemas.count))
  }
}

extension Evaluation {
  /// Reports that none of some alternatives allows the value. When only one of them can have been meant, because the
  /// others are for another type or for another value of a distinguishing member, the violations of that one say more.
  fileprivate func failAll(_ schemas: [Int], _ keyword: String, _ value: JSONValue) -> Bool {
    guard goesOn else { return false }
    var meant: [[Violation]] = []
    for schema in schemas { meant += violationsIfMeant(schema, value) }
    if meant.count == 1, !meant[0].isEmpty { return fail(meant[0]) }
    return fail(keyword, .noAlternative(count: schemas.count), value)
  }

  /// The violations of a schema by the value; none at all when the schema is meant for other values.
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

/// `not`: the schema does not allow the value. What it evaluates does not count.
struct Not: Applicator {
  let schema: Int

  var applied: [Int] { [schema] }
  var describing: [Int] { [] }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    let before = evaluation.evaluated.take()
    let isAllowed = evaluation.tries(schema, value)
    evaluation.evaluated = before
    return !isAllowed
      || evaluation.fail("not", .negated, value)
  }
}

/// `if`, `then` and `else`.
struct Conditional: Applicator {
  let condition: Int
  let then: Int?
  let otherwise: Int?

  var applied: [Int] { [condition] + describing }
  var describing: [Int] { [then, otherwise].compactMap(\.self) }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard let schema = evaluation.tries(condition, value) ? then : otherwise else { return true }
    return evaluation.evaluate(schema, value)
  }
}

/// `dependentSchemas`: schemas for an object that has a certain member.
struct DependentSchemas: Applicator {
  let schemas: [(name: String, node: Int)]

  var applied: [Int] { schemas.map(\.node) }
  var describing: [Int] { applied }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    var holds = true
    for (name, schema) in schemas where object.contains(name) {
      if !evaluation.evaluate(schema, value) {
        guard evaluation.goesOn else { return false }
        holds = false
      }
    }
    return holds
  }
}

/// `unevaluatedProperties`: a schema for the members that no other keyword has evaluated.
struct UnevaluatedProperties: Keyword {
  let schema: Int

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    var holds = true
    for position in object.members.indices where evaluation.isUnevaluated(position) {
      if allows(object.members[position], at: position, evaluation) { continue }
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  private func allows(_ member: JSONObject.Member, at position: Int, _ evaluation: Evaluation) -> Bool {
    if !evaluation.isFalse(schema) { return evaluation.evaluate(schema, member, at: position) }
    return evaluation.fail("unevaluatedProperties", at: member.key, .forbidden, member.value)
  }
}

/// `unevaluatedItems`: a schema for the elements that no other keyword has evaluated.
struct UnevaluatedItems: Keyword {
  let schema: Int

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .array(let elements) = value else { return true }
    var holds = true
    for position in elements.indices where evaluation.isUnevaluated(position) {
      if allows(elements[position], at: position, evaluation) { continue }
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  private func allows(_ element: JSONValue, at position: Int, _ evaluation: Evaluation) -> Bool {
    if !evaluation.isFalse(schema) { return evaluation.evaluate(schema, element, at: position) }
    return evaluation.fail("unevaluatedItems", at: String(position), .forbidden, element)
  }
}

extension Evaluation {
  /// Whether a member or element has not been evaluated before. It has been from now on.
  fileprivate func isUnevaluated(_ position: Int) -> Bool {
    if evaluated?.contains(position) == true { return false }
    noteEvaluated(position)
    return true
  }
}
