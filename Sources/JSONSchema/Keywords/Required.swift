import HTTPCore
import JSON

/// `required`: members that must be there.
struct Required: ObjectKeyword {
  let names: [String]

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for name in names where !object.contains(name) {
      guard evaluation.goesOn else { return false }
      holds = evaluation.fail(
        "required", expected: "must have the member \(JSONValue.string(name).shortText)", found: "has no such member")
    }
    return holds
  }
}

/// `dependentRequired`: members that must be there when another is.
struct DependentRequired: ObjectKeyword {
  let required: [(name: String, strings: [String])]

  func allows(_ object: JSONObject, _ evaluation: Evaluation) -> Bool {
    var holds = true
    for (name, others) in required where object.contains(name) {
      for other in others where !object.contains(other) {
        let texts = (JSONValue.string(name).shortText, JSONValue.string(other).shortText)
        holds = evaluation.fail(
          "dependentRequired", expected: "must have the member \(texts.1), because it has \(texts.0)",
          found: "has no such member")
      }
    }
    return holds
  }
}
