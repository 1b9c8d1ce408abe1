/// A JSON number (RFC 8259 section 6) with the text it was written in.
///
/// The text is kept because a conversion loses what a message must tell: `9223372036854775808` is a
/// well-formed number that no `Int` holds. Two numbers are equal when their exact decimal values are: `10`,
/// `10.0` and `1e1` are. Compare `literal` for equality of the text.
package struct JSONNumber: Sendable {
  /// The number as written, for instance `-1.50e+3`; always a number by RFC 8259.
  package let literal: String

  /// Takes a text already known to be a number.
  init(verified literal: String) {
    self.literal = literal
  }

  /// The number a text spells; nil unless the whole text is one JSON number within the default limits.
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

  /// The value of a literal of at most 18 digits and nothing else but a minus, the common case.
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
  /// Whether the exact decimal values are the same. Exponents past a million million compare by their text.
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

/// The exact value of a number in a form of which there is only one: digits × 10^exponent, the digits without
/// a zero at either end.
struct JSONDecimal: Equatable {
  private let isNegative: Bool
  /// The significant digits, 0...9 each, most significant first; empty for zero.
  private let digits: [UInt8]
  private let exponent: Int64

  /// Past this the exponent is not read: the arithmetic below must not overflow, and no literal has as many
  /// digits to bring the value back into anyone's range.
  private static let greatestExponent: Int64 = 1_000_000_000_000

  /// Nil when the exponent is past `greatestExponent`.
  init?(_ number: JSONNumber) {
    let literal = number.literal.utf8
    let marker = literal.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? literal.endIndex
    var (digits, exponent) = Self.significand(literal[..<marker])
    if digits.isEmpty {
      (self.isNegative, self.digits, self.exponent) = (false, [], 0)
      return
    }
    guard let written = Self.exponent(literal[marker...]) else { return nil }
    exponent += written
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    (self.isNegative, self.digits, self.exponent) = (literal.first == JSONByte.minus, digits, exponent)
  }

  /// The value as an `Int`; nil when it has a fraction or is out of range.
  var integer: Int? {
    if digits.isEmpty { return 0 }
    // 19 digits are the most that an Int64 has and that a UInt64 always holds.
    guard exponent >= 0, exponent <= 19, digits.count + Int(exponent) <= 19 else { return nil }
    var magnitude: UInt64 = 0
    for digit in digits {
      magnitude = magnitude &* 10 &+ UInt64(digit)
    }
    for _ in 0..<exponent {
      magnitude = magnitude &* 10
    }
    guard isNegative else { return Int(exactly: magnitude) }
    if magnitude == Int.min.magnitude { return Int.min }
    return Int(exactly: magnitude).map { 0 - $0 }
  }

  /// The digits before and after the point without leading zeros, and minus the count of those after it.
  private static func significand(_ text: Substring.UTF8View) -> (digits: [UInt8], exponent: Int64) {
    var digits: [UInt8] = []
    var exponent: Int64 = 0
    var isFraction = false
    for byte in text {
      if byte == JSONByte.point { isFraction = true }
      guard JSONByte.isDigit(byte) else { continue }
      if isFraction { exponent -= 1 }
      if byte != JSONByte.zero || !digits.isEmpty { digits.append(byte &- JSONByte.zero) }
    }
    return (digits, exponent)
  }

  /// The value of `e+12`, 0 for the empty text; nil past `greatestExponent`.
  private static func exponent(_ text: Substring.UTF8View) -> Int64? {
    var magnitude: Int64 = 0
    for byte in text where JSONByte.isDigit(byte) {
      magnitude = magnitude * 10 + Int64(byte &- JSONByte.zero)
      if magnitude > greatestExponent { return nil }
    }
    return text.contains(JSONByte.minus) ? 0 - magnitude : magnitude
  }
}
