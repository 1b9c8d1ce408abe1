import HTTPCore

/// `properties`, `patternProperties` and `additionalProperties`: a schema for each member by its name.
struct Members: ObjectKeyword {
  struct PatternSchema {
    let expression: SearchExpression
    let node: Int
  }

  let properties: PropertyTable
  let patterns: [PatternSchema]
  /// The schema of `additionalProperties`, for the members that none of the others is for.
  let others: Int?

  func allows(_ object: JSONObject, _ evaluation: inout Evaluation) -> Bool {
    var holds = true
    var hint = 0
    for position in object.members.indices {
      if !allows(object.members[position], at: position, &hint, &evaluation) {
        guard evaluation.goesOn else { return false }
        holds = false
      }
    }
    return holds
  }

  private func allows(
    _ member: JSONObject.Member, at position: Int, _ hint: inout Int, _ evaluation: inout Evaluation
  ) -> Bool {
    var holds = true
    var isEvaluated = false
    if let found = properties.position(of: member.key, near: hint) {
      hint = found + 1
      isEvaluated = true
      holds = evaluation.evaluate(properties.nodes[found], member.value, at: member.key)
    }
    for pattern in patterns where evaluation.search(pattern.expression, member.key) {
      isEvaluated = true
      if !evaluation.evaluate(pattern.node, member.value, at: member.key) { holds = false }
    }
    if !isEvaluated, let others {
      isEvaluated = true
      holds = allows(other: member, others, &evaluation)
    }
    if isEvaluated { evaluation.evaluated?.insert(position) }
    return holds
  }

  private func allows(other member: JSONObject.Member, _ schema: Int, _ evaluation: inout Evaluation) -> Bool {
    if evaluation.isFalse(schema) {
      return evaluation.fail(
        "additionalProperties", at: member.key, expected: "must not be there", found: member.value.wording)
    }
    return evaluation.evaluate(schema, member.value, at: member.key)
  }
}
