import HTTPCore
import JSON

/// `contains` with `minContains` and `maxContains`: how many elements a schema allows.
struct Contains: ArrayKeyword {
  let schema: Int
  let bounds: CountBounds

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    var count = 0
    for (position, element) in elements.enumerated() {
      // Without a need for all of them, as many as decide the question are enough.
      if evaluation.evaluated == nil, !evaluation.isReporting {
        if count > bounds.most { return false }
        if count >= bounds.least, bounds.most == Int.max { return true }
      }
      guard evaluation.triesElement(schema, element) else { continue }
      count += 1
      evaluation.noteEvaluated(position)
    }
    return bounds.contain(count)
      || evaluation.fail(
        keyword(count), expected: "must have \(bounds.wording(count, "item")) that `contains` allows",
        found: "has \(count)")
  }

  private func keyword(_ count: Int) -> String {
    if count > bounds.most { return "maxContains" }
    return bounds.least == 1 ? "contains" : "minContains"
  }
}

extension Evaluation {
  /// Applies a schema to an element of the current value without reporting.
  fileprivate func triesElement(_ index: Int, _ element: JSONValue) -> Bool {
    let outer = evaluated.take()
    defer { evaluated = outer }
    return tries(index, element)
  }
}
