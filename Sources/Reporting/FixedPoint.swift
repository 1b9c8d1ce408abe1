/// Decimal fractions with a point whatever the locale, and without the rounding of a double.
enum FixedPoint {
  /// `value` units of 10^-`decimals`: 1234 with 3 decimals is "1.234". A negative value, which no clock that
  /// runs forward gives, is written as zero.
  static func text(_ value: Int, decimals: Int) -> String {
    let digits = String(max(value, 0))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
