import HTTPCore
import JSON

/// `multipleOf`, in decimal arithmetic without rounding.
struct MultipleOf: NumberKeyword {
  private let literal: String
  private let significand: UInt64
  private let exponent: Int

  /// Nil unless the divisor is greater than zero and has at most 19 significant digits.
  init?(_ divisor: JSONNumber) {
    let exact = ExactDecimal(divisor.literal)
    guard !exact.isZero, !exact.isNegative, case .short(let significand) = exact.significand else { return nil }
    (literal, self.significand, exponent) = (divisor.literal, significand, exact.exponent)
  }

  func allows(_ number: JSONNumber, _ evaluation: Evaluation) -> Bool {
    ExactDecimal(number.literal).isMultiple(ofSignificand: significand, exponent: exponent)
      || evaluation.fail(
        "multipleOf", expected: "must be a multiple of \(literal)", found: JSONValue.number(number).wording)
  }
}
