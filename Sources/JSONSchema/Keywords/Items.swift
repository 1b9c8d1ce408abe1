import HTTPCore
import JSON

/// `prefixItems` and `items`: a schema for each of the first elements, and one for all behind them.
struct Items: ArrayKeyword {
  let prefix: [Int]
  let rest: Int?

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    var holds = true
    for position in elements.indices {
      guard let schema = position < prefix.count ? prefix[position] : rest else { break }
      if position == prefix.count, evaluation.isFalse(schema) { return fail(elements.count, evaluation) }
      evaluation.noteEvaluated(position)
      if evaluation.evaluate(schema, elements[position], at: position) { continue }
      guard evaluation.goesOn else { return false }
      holds = false
    }
    return holds
  }

  /// Reports items where `items` is `false`, once for all.
  private func fail(_ count: Int, _ evaluation: Evaluation) -> Bool {
    evaluation.fail(
      "items", expected: "must have \(CountBounds(least: 0, most: prefix.count).wording(count, "item"))",
      found: "has \(count.counting("item"))")
  }
}
