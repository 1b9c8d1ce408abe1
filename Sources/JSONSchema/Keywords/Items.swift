import HTTPCore

/// `prefixItems` and `items`: a schema for each of the first elements, and one for all behind them.
struct Items: ArrayKeyword {
  let prefix: [Int]
  let rest: Int?

  func allows(_ elements: [JSONValue], _ evaluation: inout Evaluation) -> Bool {
    var holds = true
    for position in elements.indices {
      guard let schema = position < prefix.count ? prefix[position] : rest else { break }
      evaluation.evaluated?.insert(position)
      if position >= prefix.count, evaluation.isFalse(schema) {
        return evaluation.fail(
          "items", expected: "must have \(CountBounds(least: 0, most: prefix.count).wording(elements.count, "item"))",
          found: "has \(elements.count.counting("item"))")
      }
      if !evaluation.evaluate(schema, elements[position], at: String(position)) {
        guard evaluation.goesOn else { return false }
        holds = false
      }
    }
    return holds
  }
}
