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
