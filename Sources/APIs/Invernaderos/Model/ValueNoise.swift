/// Smooth noise that is a function of time alone: random values at equal distances, joined by curves. Any moment of
/// the past or the future can be asked for without computing those before it.
struct ValueNoise: Sendable {
  private let seed: UInt64

  /// The noise of a seed; different streams of one seed have nothing in common.
  init(seed: UInt64, stream: UInt64) {
    self.seed = Self.mix(seed &+ Self.mix(stream &+ 0x9E37_79B9_7F4A_7C15))
  }

  /// A value from -1 to 1 that goes smoothly through a new random value each period.
  ///
  /// - Parameters:
  ///   - nanoseconds: The moment, since 1970.
  ///   - period: Nanoseconds from one random value to the next, at least 1.
  func value(at nanoseconds: Int64, period: Int64) -> Double {
    let (knot, fraction) = Self.place(nanoseconds, period)
    let (left, right) = (uniform(knot), uniform(knot &+ 1))
    // The smoothstep polynomial 3x² - 2x³ joins two values without a corner.
    let weight = fraction * fraction * (3 - 2 * fraction)
    return 2 * (left + (right - left) * weight) - 1
  }

  /// A value from 0 to 1 (exclusive) that stays the same for a period and is independent of the next one's.
  func step(at nanoseconds: Int64, period: Int64) -> Double {
    uniform(Self.place(nanoseconds, period).knot)
  }

  private static func place(_ nanoseconds: Int64, _ period: Int64) -> (knot: Int64, fraction: Double) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: period)
    if remainder < 0 { return (quotient - 1, Double(remainder &+ period) / Double(period)) }
    return (quotient, Double(remainder) / Double(period))
  }

  /// 53 random bits as a fraction.
  private func uniform(_ knot: Int64) -> Double {
    Double(Self.mix(seed ^ (UInt64(bitPattern: knot) &* 0xD1B5_4A32_D192_ED03)) >> 11) * 0x1p-53
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
