import HTTPCore
import JSON

/// `pattern`: a regular expression is found somewhere in the string.
struct Pattern: StringKeyword {
  let expression: SearchExpression

  func allows(_ string: String, _ evaluation: Evaluation) -> Bool {
    evaluation.search(expression, string)
      || evaluation.fail(
        "pattern", expected: "must match the pattern \(expression.pattern)", found: JSONValue.string(string).wording)
  }
}

extension Evaluation {
  /// Whether a pattern is found; a search that takes too many steps ends the check.
  func search(_ expression: SearchExpression, _ text: String) -> Bool {
    if let isFound = expression.matches(text) { return isFound }
    exhaust(.expression(expression.pattern))
    return false
  }
}
