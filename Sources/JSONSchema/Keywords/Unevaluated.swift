import HTTPCore
import JSON

/// `unevaluatedProperties`: a schema for the members that no other keyword has evaluated.
struct UnevaluatedProperties: Keyword {
  let schema: Int

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    var holds = true
    for position in object.members.indices where evaluation.isUnevaluated(position) {
      if allows(object.members[position], evaluation) { continue }
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  private func allows(_ member: JSONObject.Member, _ evaluation: Evaluation) -> Bool {
    if !evaluation.isFalse(schema) { return evaluation.evaluate(schema, member) }
    return evaluation.fail(
      "unevaluatedProperties", at: member.key, expected: "must not be there", found: member.value.wording)
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
    return evaluation.fail(
      "unevaluatedItems", at: String(position), expected: "must not be there", found: element.wording)
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
