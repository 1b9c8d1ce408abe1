/// The exact value of a number in a unique form: digits × 10^exponent, where the digits neither start nor end with a
/// zero.
struct JSONDecimal: Equatable {
  private let isNegative: Bool
  /// The significant digits, 0...9 each, most significant first; empty for zero.
  private let digits: [UInt8]
  private let exponent: Int64

  /// Larger exponents are not read: the arithmetic below must not overflow, and no literal has enough digits to bring
  /// such a value into the range of a type.
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
    // An Int64 has at most 19 digits, and a UInt64 holds any 19 digits.
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
