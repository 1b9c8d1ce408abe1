/// Rounding half up, as the API's numbers have it: of two numbers that are equally near, the one farther from zero is taken
/// (`RoundingMode.HALF_UP` of Java).
package enum HalfUp {
  /// The whole number nearest to a quotient.
  ///
  /// - Parameters:
  ///   - divisor: Greater than 0.
  package static func quotient(_ dividend: Int, by divisor: Int) -> Int {
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
    return quotient + dividend.signum()
  }
}

extension Double {
  /// The number in hundredths, rounded half up as it is written: 24.345 is 2435, although the nearest binary number is a
  /// little less. At most 10^15 in magnitude; 0 when it is not finite.
  package var hundredths: Int {
    guard isFinite else { return 0 }
    let scaled = Swift.max(-1e15, Swift.min(1e15, self * 100))
    let whole = scaled.rounded(.towardZero)
    // The product of the nearest binary number differs this little from the product of the number that was written.
    let isHalf = abs(abs(scaled - whole) - 0.5) <= 2 * scaled.ulp
    return Int(isHalf ? whole + (scaled < 0 ? -1 : 1) : scaled.rounded())
  }
}

/// How much a number differs from another one, in percent of that, without a rounding in between.
package struct PercentChange: Sendable, Equatable {
  /// In millionths, so that differences are exact.
  private let first, difference: Int
  /// Beyond this, in millionths, numbers are cut: products of differences must stay whole numbers.
  private static let limit = 1e14

  /// The change from one number to another; of both, six decimals count.
  package init(from first: Double, to last: Double) {
    func millionths(_ number: Double) -> Int {
      number.isFinite ? Int(max(-Self.limit, min(Self.limit, (number * 1e6).rounded()))) : 0
    }
    self.first = millionths(first)
    difference = millionths(last) - self.first
  }

  /// Rounded half up to two decimals; a change from zero counts as 100.
  package var percent: Double {
    guard difference != 0 else { return 0 }
    guard first != 0 else { return difference > 0 ? 100 : -100 }
    return Double(HalfUp.quotient(difference * 10_000, by: abs(first))) / 100
  }

  /// Whether it is more than so many tenths of a percent, up or down; 0 when it is neither.
  package func direction(beyondTenths tenths: Int) -> Int {
    guard first != 0 else { return difference.signum() }
    return difference.magnitude * 1000 > first.magnitude * tenths.magnitude ? difference.signum() : 0
  }
}
