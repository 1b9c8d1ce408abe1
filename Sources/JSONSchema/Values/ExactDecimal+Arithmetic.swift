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
