import HTTPCore
import JSON

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

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    var hint = 0
    for position in object.members.indices
    where !allows(object.members[position], at: position, &hint, evaluation) {
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  private func allows(
    _ member: JSONObject.Member, at position: Int, _ hint: inout Int, _ evaluation: Evaluation
  ) -> Bool {
    let byPattern = patterns.isEmpty ? nil : patternsAllow(member, evaluation)
    let own = ownSchema(of: member.key, &hint)
    if own != nil || byPattern != nil || others != nil { evaluation.noteEvaluated(position) }
    if let own { return evaluation.evaluate(own, member) && byPattern ?? true }
    if let byPattern { return byPattern }
    guard let others else { return true }
    return evaluation.isFalse(others) ? fail(member, evaluation) : evaluation.evaluate(others, member)
  }

  private func ownSchema(of name: String, _ hint: inout Int) -> Int? {
    guard let found = properties.position(of: name, near: hint) else { return nil }
    hint = found + 1
    return properties.nodes[found]
  }

  /// Whether the schemas of the patterns that a name matches allow the member; nil when it matches none.
  private func patternsAllow(_ member: JSONObject.Member, _ evaluation: Evaluation) -> Bool? {
    var holds: Bool?
    for pattern in patterns where evaluation.search(pattern.expression, member.key) {
      holds = evaluation.evaluate(pattern.node, member) && holds ?? true
    }
    return holds
  }

  /// Reports a member that `additionalProperties` forbids.
  private func fail(_ member: JSONObject.Member, _ evaluation: Evaluation) -> Bool {
    evaluation.fail(
      "additionalProperties", at: member.key, expected: "must not be there", found: member.value.wording)
  }
}
