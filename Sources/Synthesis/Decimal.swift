import JSON

/// The exact value of a number of JSON: significand × 10^exponent.
struct Decimal {
  private(set) var significand: Int128
  private(set) var exponent: Int

  /// Nil for a number with more than 30 significant digits, or an exponent past a thousand.
  init?(_ literal: String) {
    (significand, exponent) = (0, 0)
    var (digits, isFraction) = (0, false)
    var rest = literal.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard byte.isDigit else { continue }
      if isFraction { exponent -= 1 }
      if significand != 0 || byte != UInt8(ascii: "0") { digits += 1 }
      guard digits <= 30 else { return nil }
      significand = significand * 10 + Int128(byte & 0x0F)
    }
    if !rest.isEmpty {
      guard let written = Int(String(decoding: rest, as: UTF8.self).drop { $0 == "+" }),
        (-1_000...1_000).contains(written)
      else { return nil }
      exponent += written
    }
    while significand != 0, exponent < 0, significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    if significand == 0 { exponent = 0 }
    if isNegative { significand = 0 - significand }
  }

  var isWhole: Bool { exponent >= 0 }

  /// Whether a number of JSON has no fraction; quick for one that is written without.
  static func isWhole(_ literal: String) -> Bool {
    literal.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } || Decimal(literal)?.isWhole ?? false
  }
  var isZero: Bool { significand == 0 }

  /// The value as a whole number of units of 10^-scale; nil when it does not fit. What lies between two units is
  /// rounded down or up.
  func units(scale: Int, roundingUp: Bool) -> Int128? {
    let shift = exponent + scale
    guard shift < 0 else { return Decimal.scaled(significand, by: shift) }
    guard let divisor = Decimal.scaled(1, by: 0 - shift) else {
      return significand > 0 && roundingUp ? 1 : significand < 0 && !roundingUp ? -1 : 0
    }
    let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: divisor)
    if remainder == 0 { return quotient }
    return remainder > 0 ? (roundingUp ? quotient + 1 : quotient) : (roundingUp ? quotient : quotient - 1)
  }

  /// A number times a power of ten; nil when it does not fit.
  static func scaled(_ number: Int128, by power: Int) -> Int128? {
    guard power <= 38 else { return number == 0 ? 0 : nil }
    var number = number
    for _ in 0..<max(power, 0) {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      number = product
    }
    return number
  }

  /// The text of so many units of 10^-scale.
  static func text(_ units: Int128, scale: Int) -> String {
    guard scale > 0 else { return String(units) }
    var digits = String(units.magnitude)
    if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
    let point = digits.index(digits.endIndex, offsetBy: 0 - scale)
    return (units < 0 ? "-" : "") + digits[..<point] + "." + digits[point...]
  }
}

extension Decimal: Comparable {
  static func == (left: Decimal, right: Decimal) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Decimal, right: Decimal) -> Bool {
    let base = min(left.exponent, right.exponent)
    if let first = scaled(left.significand, by: left.exponent - base),
      let second = scaled(right.significand, by: right.exponent - base)
    {
      return first < second
    }
    // One of them is greater by so many places that the signs and the places decide.
    if left.significand.signum() != right.significand.signum() { return left.significand < right.significand }
    let isLeftSmaller = left.exponent + left.digits < right.exponent + right.digits
    return left.significand > 0 ? isLeftSmaller : !isLeftSmaller
  }

  private var digits: Int { String(significand.magnitude).utf8.count }
}

extension Decimal {
  /// Whether this is a whole multiple; a divisor is greater than zero.
  func isMultiple(of divisor: Decimal) -> Bool {
    if isZero { return true }
    let base = min(exponent, divisor.exponent)
    guard let number = Decimal.scaled(significand, by: exponent - base),
      let unit = Decimal.scaled(divisor.significand, by: divisor.exponent - base)
    else { return false }
    return number.isMultiple(of: unit)
  }
}
