/// A JSON number (RFC 8259 section 6) with the text it was written in.
///
/// The text is kept because a conversion would lose what an error message must show: `9223372036854775808` is a
/// well-formed number that no `Int` holds. Two numbers are equal when their exact decimal values are equal, as with
/// `10`, `10.0` and `1e1`. Compare `literal` for equality of the text.
package struct JSONNumber: Sendable {
  /// The number as written, for instance `-1.50e+3`; always a number by RFC 8259.
  package let literal: String

  /// Takes a text that is known to be a number.
  init(verified literal: String) {
    self.literal = literal
  }

  /// The number of a text; nil unless the whole text is one JSON number within the default limits.
  package init?(literal: String) {
    guard
      let value = try? JSONParser.parse(Array(literal.utf8)), let number = value.number,
      number.literal.utf8.count == literal.utf8.count
    else { return nil }
    self = number
  }

  /// A whole number.
  package init(_ value: Int) {
    self.init(verified: String(value))
  }

  /// The shortest text that reads back as the same double, `10.0` for ten; nil for infinities and NaN.
  ///
  /// With `omittingZeroFraction`, a whole value that an `Int` holds is written without fraction or exponent,
  /// and negative zero as `0`, which is how JavaScript writes them.
  package init?(_ value: Double, omittingZeroFraction: Bool = false) {
    guard value.isFinite else { return nil }
    let shortest = JSONNumber(verified: value.description)
    if omittingZeroFraction, let whole = shortest.integer {
      self.init(whole)
    } else {
      self = shortest
    }
  }
}

extension JSONNumber {
  /// The exact value as an `Int`: 10 for `10`, `10.0` and `1e1`, 0 for `-0`.
  ///
  /// Nil when it has a fraction or is out of range. The time is linear in the length of the literal, whatever
  /// the exponent.
  package var integer: Int? {
    shortInteger ?? JSONDecimal(self)?.integer
  }

  /// The nearest double, ties to even; too small a value is a zero. Nil when it would not be finite.
  package var double: Double? {
    guard let value = Double(literal), value.isFinite else { return nil }
    return value
  }

  /// The value of a literal that is a minus, if any, and at most 18 digits: the common case.
  private var shortInteger: Int? {
    var digits = literal.utf8[...]
    let isNegative = digits.first == JSONByte.minus
    if isNegative { digits.removeFirst() }
    guard digits.count <= 18 else { return nil }
    var magnitude = 0
    for byte in digits {
      guard JSONByte.isDigit(byte) else { return nil }
      let (tenfold, isTooGreat) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooGreat) = tenfold.addingReportingOverflow(Int(byte &- JSONByte.zero))
      if isTooGreat || isStillTooGreat { return nil }
      magnitude = sum
    }
    return isNegative ? 0 - magnitude : magnitude
  }
}

extension JSONNumber: Equatable {
  /// Compares the exact decimal values. Exponents of more than a million million are compared by their text.
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.literal == right.literal { return true }
    guard let left = JSONDecimal(left), let right = JSONDecimal(right) else { return false }
    return left == right
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The literal.
  package var description: String { literal }
}
