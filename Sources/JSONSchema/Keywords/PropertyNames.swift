import HTTPCore
import JSON

/// `propertyNames`: a schema for the names, as strings.
struct PropertyNames: ObjectKeyword {
  let schema: Int

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for member in object.members where !evaluation.triesName(schema, member.key) {
      guard evaluation.goesOn else { return false }
      holds = evaluation.fail(
        "propertyNames", at: member.key, expected: "must have a name that `propertyNames` allows",
        found: "is called \(JSONValue.string(member.key).shortText)")
    }
    return holds
  }
}

extension Evaluation {
  /// Applies a schema to a name without reporting.
  fileprivate func triesName(_ index: Int, _ name: String) -> Bool {
    let outer = evaluated.take()
    defer { evaluated = outer }
    return tries(index, .string(name))
  }
}
