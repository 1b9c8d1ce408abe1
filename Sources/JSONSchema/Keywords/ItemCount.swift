import HTTPCore
import JSON

/// `minItems` and `maxItems`.
struct ItemCount: ArrayKeyword {
  let bounds: CountBounds

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    let count = elements.count
    return bounds.contain(count)
      || evaluation.fail(
        count < bounds.least ? "minItems" : "maxItems", expected: "must have \(bounds.wording(count, "item"))",
        found: "has \(count.counting("item"))")
  }
}
