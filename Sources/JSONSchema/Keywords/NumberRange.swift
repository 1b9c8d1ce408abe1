import HTTPCore
import JSON

/// `minimum`, `maximum` and their exclusive forms, compared by the exact values.
struct NumberRange: NumberKeyword {
  enum Side: String, CaseIterable {
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum

    var wording: String {
      switch self {
      case .minimum: "at least"
      case .exclusiveMinimum: "greater than"
      case .maximum: "at most"
      case .exclusiveMaximum: "less than"
      }
    }
  }

  struct Bound {
    let side: Side
    let literal: String
    private let value: ExactDecimal

    init(side: Side, number: JSONNumber) {
      self.side = side
      literal = number.literal
      value = ExactDecimal(number.literal)
    }

    func allows(_ number: ExactDecimal) -> Bool {
      switch side {
      case .minimum: number >= value
      case .exclusiveMinimum: number > value
      case .maximum: number <= value
      case .exclusiveMaximum: number < value
      }
    }
  }

  let bounds: [Bound]

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    let exact = ExactDecimal(number.literal)
    var holds = true
    for bound in bounds where !bound.allows(exact) {
      holds = evaluation.fail(
        bound.side.rawValue, expected: "must be \(bound.side.wording) \(bound.literal)",
        found: JSONValue.number(number).wording)
    }
    return holds
  }
}
