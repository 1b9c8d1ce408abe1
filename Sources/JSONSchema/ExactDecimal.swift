/// The exact value of a number: significand × 10^exponent, the significand without a zero at the end.
///
/// Binary floating point would find that 19.99 is no multiple of 0.01.
struct ExactDecimal: Sendable {
  /// The significant digits; as a number where it holds them, which spares an allocation.
  enum Significand: Sendable {
    /// At most 19 digits.
    case short(UInt64)
    /// More than 19 digits, 0...9 each, most significant first.
    case long([UInt8])
  }

  private(set) var isNegative: Bool
  let significand: Significand
  /// How many digits the significand has; 0 for zero.
  let digitCount: Int
  /// Kept within ±10^15, past which no two numbers differ in anyone's schema.
  let exponent: Int

  private static let greatestExponent = 1_000_000_000_000_000

  var isZero: Bool { digitCount == 0 }

  /// Whether there is no fraction.
  var isWhole: Bool { isZero || exponent >= 0 }

  /// Reads a number of JSON.
  init(_ literal: String) {
    var contiguous = literal
    self = contiguous.withUTF8 { ExactDecimal($0) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var digits = Digits()
    var (zeros, exponent, isFraction) = (0, 0, false)
    isNegative = bytes.first == UInt8(ascii: "-")
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte.isASCIIDigit else { continue }
      if isFraction { exponent -= 1 }
      // A zero waits until another digit follows, so that there are none at either end.
      if byte == UInt8(ascii: "0") {
        if digits.count > 0 { zeros += 1 }
      } else {
        for _ in 0..<zeros { digits.append(0) }
        digits.append(byte & 0x0F)
        zeros = 0
      }
    }
    significand = digits.significand
    digitCount = digits.count
    self.exponent = digits.count == 0 ? 0 : exponent + zeros + Self.exponent(bytes[position...])
    if digits.count == 0 { isNegative = false }
  }

  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var magnitude = 0
    for byte in text where byte.isASCIIDigit {
      magnitude = min(magnitude * 10 + Int(byte & 0x0F), greatestExponent)
    }
    return text.first == UInt8(ascii: "-") ? 0 - magnitude : magnitude
  }

  /// Whether a number of JSON has no fraction; quick for one that is written without.
  static func isWhole(_ literal: String) -> Bool {
    let isPlain = literal.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    return isPlain || ExactDecimal(literal).isWhole
  }
}

/// Significant digits as they are read.
private struct Digits {
  private(set) var count = 0
  private var value: UInt64 = 0
  private var long: [UInt8] = []

  var significand: ExactDecimal.Significand { count > 19 ? .long(long) : .short(value) }

  mutating func append(_ digit: UInt8) {
    count += 1
    if count == 20 { long = String(value).utf8.map { $0 & 0x0F } }
    if count > 19 { long.append(digit) } else { value = value * 10 + UInt64(digit) }
  }
}

extension ExactDecimal: Comparable {
  static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    !(left < right) && !(right < left)
  }

  static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.hasSmallerMagnitude(than: left) : left.hasSmallerMagnitude(than: right)
  }

  private func hasSmallerMagnitude(than other: ExactDecimal) -> Bool {
    if isZero || other.isZero { return isZero && !other.isZero }
    let (magnitude, otherMagnitude) = (digitCount + exponent, other.digitCount + other.exponent)
    if magnitude != otherMagnitude { return magnitude < otherMagnitude }
    if case .short(let value) = significand, case .short(let otherValue) = other.significand {
      // Of as many digits each; 19 are in range.
      let count = max(digitCount, other.digitCount)
      return value.timesTen(count - digitCount) < otherValue.timesTen(count - other.digitCount)
    }
    // Without zeros at the end, the longer of two with the same beginning is the greater.
    return digits.lexicographicallyPrecedes(other.digits)
  }

  private var digits: [UInt8] {
    switch significand {
    case .short(let value): String(value).utf8.map { $0 & 0x0F }
    case .long(let digits): digits
    }
  }
}

extension ExactDecimal {
  /// Whether the number is a whole multiple of a divisor whose significand has at most 19 digits and is not zero.
  func isMultiple(ofSignificand divisor: UInt64, exponent divisorExponent: Int) -> Bool {
    if isZero { return true }
    // The significand does not end in a zero, so that no whole number times a greater power of ten makes it.
    guard exponent >= divisorExponent else { return false }
    let remainder = remainder(divisor)
    let power = UInt64(10).power(exponent - divisorExponent, modulo: divisor)
    return remainder.times(power, modulo: divisor) == 0
  }

  private func remainder(_ divisor: UInt64) -> UInt64 {
    switch significand {
    case .short(let value): value % divisor
    case .long(let digits):
      digits.reduce(0) { remainder, digit in
        let (sum, overflow) = remainder.times(10, modulo: divisor).addingReportingOverflow(UInt64(digit))
        return overflow ? (sum &- divisor) % divisor : sum % divisor
      }
    }
  }
}

extension UInt64 {
  fileprivate func timesTen(_ count: Int) -> UInt64 {
    (0..<count).reduce(self) { value, _ in value &* 10 }
  }

  /// The remainder of the product, which is never cut.
  fileprivate func times(_ other: UInt64, modulo divisor: UInt64) -> UInt64 {
    divisor.dividingFullWidth((self % divisor).multipliedFullWidth(by: other % divisor)).remainder
  }

  /// The remainder of a power, in as many steps as the exponent has bits.
  fileprivate func power(_ exponent: Int, modulo divisor: UInt64) -> UInt64 {
    var (result, base, rest) = (1 % divisor, self % divisor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result.times(base, modulo: divisor) }
      base = base.times(base, modulo: divisor)
      rest >>= 1
    }
    return result
  }
}
