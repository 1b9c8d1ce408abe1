import HTTPCore
import JSON

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
      || evaluation.fail("not", expected: "must not match the schema of `not`", found: "\(value.wording) and does")
  }
}
