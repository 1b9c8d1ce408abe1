import HTTPCore
import JSON

/// `uniqueItems`: no two elements are equal as data.
struct UniqueItems: ArrayKeyword {
  /// Up to here each is compared with each, which needs no hashes.
  private static let setThreshold = 8

  func allows(_ elements: [JSONValue], _ evaluation: Evaluation) -> Bool {
    guard let (first, second) = Self.repetition(elements) else { return true }
    return evaluation.fail(
      "uniqueItems", expected: "must have no two equal items", found: "has equal items at \(first) and \(second)")
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
      if let first = positions.updateValue(second, forKey: ValueHash(value: element)) { return (first, second) }
    }
    return nil
  }
}
