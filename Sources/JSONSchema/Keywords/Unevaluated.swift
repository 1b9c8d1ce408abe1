import HTTPCore

/// `unevaluatedProperties`: a schema for the members that no other keyword has evaluated.
struct UnevaluatedProperties: ValueKeyword {
  let schema: Int

  func allows(_ value: JSONValue, _ evaluation: inout Evaluation) -> Bool {
    guard case .object(let object) = value else { return true }
    var holds = true
    for (position, member) in object.members.enumerated() {
      guard evaluation.allowsUnevaluated(position, member.value, schema, "unevaluatedProperties", at: member.key)
      else {
        guard evaluation.goesOn else { return false }
        holds = false
        continue
      }
    }
    return holds
  }
}

/// `unevaluatedItems`: a schema for the elements that no other keyword has evaluated.
struct UnevaluatedItems: ValueKeyword {
  let schema: Int

  func allows(_ value: JSONValue, _ evaluation: inout Evaluation) -> Bool {
    guard case .array(let elements) = value else { return true }
    var holds = true
    for (position, element) in elements.enumerated() {
      guard evaluation.allowsUnevaluated(position, element, schema, "unevaluatedItems", at: String(position)) else {
        guard evaluation.goesOn else { return false }
        holds = false
        continue
      }
    }
    return holds
  }
}

extension Evaluation {
  /// Applies a schema to a member or element unless another has been, and notes that it is evaluated now.
  fileprivate mutating func allowsUnevaluated(
    _ position: Int, _ value: JSONValue, _ schema: Int, _ keyword: String, at token: @autoclosure () -> String
  ) -> Bool {
    if evaluated?.contains(position) == true { return true }
    evaluated?.insert(position)
    if isFalse(schema) {
      return fail(keyword, at: token(), expected: "must not be there", found: value.wording)
    }
    return evaluate(schema, value, at: token())
  }
}
