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
    evaluation.fail("items", CountBounds(least: 0, most: prefix.count).violation(.items, count))
  }
}

/// `minItems` and `maxItems`.
struct ItemCount: ArrayKeyword {
  let bounds: CountBounds

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    let count = elements.count
    return bounds.contain(count)
      || evaluation.fail(count < bounds.least ? "minItems" : "maxItems", bounds.violation(.items, count))
  }
}

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
      guard evaluation.triesElement(schema, element, at: position) else { continue }
      count += 1
      evaluation.noteEvaluated(position)
    }
    return bounds.contain(count)
      || evaluation.fail(keyword(count), bounds.violation(.containedItems, count))
  }

  private func keyword(_ count: Int) -> String {
    if count > bounds.most { return "maxContains" }
    return bounds.least == 1 ? "contains" : "minContains"
  }
}

extension Evaluation {
  /// Applies a schema to an element of the current value without reporting.
  fileprivate func triesElement(_ index: Int, _ element: JSONValue, at position: Int) -> Bool {
    let outer = evaluated.take()
    positions.append(position)
    defer {
      positions.removeLast()
      evaluated = outer
    }
    return tries(index, element)
  }
}

/// `uniqueItems`: no two elements are equal as data.
struct UniqueItems: ArrayKeyword {
  /// Up to here each is compared with each, which needs no hashes.
  private static let setThreshold = 8

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    guard let (first, second) = Self.repetition(elements) else { return true }
    return evaluation.fail("uniqueItems", .equalItems(first, second))
  }

  /// The positions of the first element that is there twice.
  private static func repetition(_ elements: [JSONValue]) -> (Int, Int)? {
    if elements.count <= setThreshold {
      for (second, element) in elements.enumerated() {
        if let first = elements[..<second].firstIndex(of: element) { return (first, second) }
      }
      return nil
    }
    var positions: [ValueHash: Int] = [:]
    positions.reserveCapacity(elements.count)
    for (second, element) in elements.enumerated() {
      if let first = positions.updateValue(second, forKey: ValueHash(element)) { return (first, second) }
    }
    return nil
  }
}
