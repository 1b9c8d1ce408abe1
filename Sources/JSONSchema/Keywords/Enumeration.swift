import HTTPCore
import JSON

/// `enum` and `const`: the value is one of some.
struct Enumeration: Keyword {
  let keyword: String
  let values: [JSONValue]
  /// The same for a quick look-up, when there are many.
  private let index: Set<ValueHash>?

  /// Up to here one comparison after another is quicker.
  private static let indexThreshold = 16

  init(keyword: String, values: [JSONValue]) {
    self.keyword = keyword
    self.values = values
    index = values.count > Self.indexThreshold ? Set(values.map(ValueHash.init)) : nil
  }

  func allows(_ value: JSONValue, _ evaluation: Evaluation) -> Bool {
    if let index {
      if index.contains(ValueHash(value: value)) { return true }
    } else if values.contains(value) {
      return true
    }
    return evaluation.fail(keyword, expected: JSONValue.wording(oneOf: values), found: value.wording)
  }
}
