import HTTPCore
import JSON

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
