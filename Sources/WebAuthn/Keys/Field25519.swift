/// A number modulo p = 2^255 − 19 (RFC 8032 §5.1), to check that bytes are a point.
///
/// The time depends on the values, which is right for public keys and for nothing else.
struct Field25519: Equatable {
  typealias Limbs = SIMD4<UInt64>

  static let zero = Field25519(0)
  static let one = Field25519(1)
  private static let prime = Limbs(
    0xFFFF_FFFF_FFFF_FFED, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF)

  /// Least significant first, always below p, so that equal numbers have equal limbs.
  private var limbs: Limbs

  /// A small number.
  init(_ value: UInt64) {
    limbs = Limbs(value, 0, 0, 0)
  }

  /// A number below 2^256 modulo p.
  init(reducing limbs: Limbs) {
    self.limbs = limbs
    while !Self.isLess(self.limbs, Self.prime) { self.limbs = Self.difference(self.limbs, Self.prime) }
  }

  /// A number as it is, or nil when it is not below p.
  init?(exactly limbs: Limbs) {
    guard Self.isLess(limbs, Self.prime) else { return nil }
    self.limbs = limbs
  }

  var isOdd: Bool { limbs[0] & 1 == 1 }

  static func + (left: Self, right: Self) -> Self {
    var sum = Limbs.zero
    var carry: UInt128 = 0
    for index in 0..<4 {
      carry += UInt128(left.limbs[index]) + UInt128(right.limbs[index])
      sum[index] = UInt64(truncatingIfNeeded: carry)
      carry >>= 64
    }
    return Self(reducing: sum)
  }

  static func - (left: Self, right: Self) -> Self {
    left + Self(reducing: difference(prime, right.limbs))
  }

  static func * (left: Self, right: Self) -> Self {
    var product = SIMD8<UInt64>.zero
    for outer in 0..<4 {
      var carry: UInt128 = 0
      for inner in 0..<4 {
        carry += UInt128(left.limbs[outer]) * UInt128(right.limbs[inner]) + UInt128(product[outer + inner])
        product[outer + inner] = UInt64(truncatingIfNeeded: carry)
        carry >>= 64
      }
      product[outer + 4] = UInt64(truncatingIfNeeded: carry)
    }
    return folded(low: product.lowHalf, high: product.highHalf)
  }

  /// This number to the power of an exponent, most significant bit first.
  func power(_ exponent: Limbs) -> Self {
    var result = Self.one
    for bit in (0..<256).reversed() {
      result = result * result
      if exponent[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result * self }
    }
    return result
  }

  /// low + high · 2^256 modulo p, by 2^256 = 38 modulo p.
  private static func folded(low: Limbs, high: Limbs) -> Self {
    var sum = low
    var more = high
    while more != .zero {
      var carry: UInt128 = 0
      for index in 0..<4 {
        carry += UInt128(more[index]) * 38 + UInt128(sum[index])
        sum[index] = UInt64(truncatingIfNeeded: carry)
        carry >>= 64
      }
      more = Limbs(UInt64(truncatingIfNeeded: carry), 0, 0, 0)
    }
    return Self(reducing: sum)
  }

  private static func isLess(_ left: Limbs, _ right: Limbs) -> Bool {
    for index in (0..<4).reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  /// left − right, which is not negative.
  private static func difference(_ left: Limbs, _ right: Limbs) -> Limbs {
    var result = Limbs.zero
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (partial, isBelow) = left[index].subtractingReportingOverflow(right[index])
      let (limb, isStillBelow) = partial.subtractingReportingOverflow(borrow)
      result[index] = limb
      borrow = isBelow || isStillBelow ? 1 : 0
    }
    return result
  }
}
