/// How a member of a record is compared with a text of the request, as SQL does it: `gt.10`, `in.(1,2)`, `ilike.*lamp*`.
package struct Comparison: Sendable {
  /// How a member's value is compared.
  package enum Operator: String, Sendable {
    case equal = "eq"
    case unequal = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"
    case among = "in"
    case like, ilike, `is`

    /// The sign of an order in SQL; nil for another operator.
    package var orderSign: String? {
      switch self {
      case .greater: ">"
      case .greaterOrEqual: ">="
      case .less: "<"
      case .lessOrEqual: "<="
      default: nil
      }
    }
  }

  package let sign: Operator
  package let value: String

  /// A comparison from its parts.
  package init(_ sign: Operator, _ value: String) { (self.sign, self.value) = (sign, value) }

  /// nil for a value without an operator.
  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let sign = Operator(rawValue: String(text[..<dot])) else { return nil }
    (self.sign, value) = (sign, String(text[text.index(after: dot)...]))
  }
}
