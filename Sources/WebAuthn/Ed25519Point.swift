/// A point of edwards25519 (RFC 8032 §5.1) in extended coordinates, to check public keys.
///
/// The verification of a signature would only say that it is wrong; a broken key is better refused when it is
/// registered.
package struct Ed25519Point {
  private let x: Field25519
  private let y: Field25519
  private let z: Field25519
  private let t: Field25519

  private static let d = Field25519(
    reducing: [0x75EB_4DCA_1359_78A3, 0x0070_0A4D_4141_D8AB, 0x8CC7_4079_7779_E898, 0x5203_6CEE_2B6F_FE73])
  private static let squareRootOfMinusOne = Field25519(
    reducing: [0xC4EE_1B27_4A0E_A0B0, 0x2F43_1806_AD2F_E478, 0x2B4D_0099_3DFB_D7A7, 0x2B83_2480_4FC1_DF0B])
  /// (p − 5) / 8.
  private static let rootExponent: Field25519.Limbs = [
    0xFFFF_FFFF_FFFF_FFFD, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x0FFF_FFFF_FFFF_FFFF,
  ]
  /// L, the order of the subgroup that the base point generates.
  private static let order: Field25519.Limbs = [
    0x5812_631A_5CF5_D3ED, 0x14DE_F9DE_A2F7_9CD6, 0x0000_0000_0000_0000, 0x1000_0000_0000_0000,
  ]
  private static let identity = Ed25519Point(x: .zero, y: .one, z: .one, t: .zero)

  /// Whether the bytes are a public key as key generation yields it (§5.1.5): the canonical encoding of a
  /// point other than the identity in the subgroup of the base point.
  package static func isPublicKey(_ bytes: [UInt8]) -> Bool {
    guard let point = Ed25519Point(bytes), !point.isIdentity else { return false }
    return point.multiplied(by: order).isIdentity
  }

  private init(x: Field25519, y: Field25519, z: Field25519, t: Field25519) {
    (self.x, self.y, self.z, self.t) = (x, y, z, t)
  }

  /// Decodes a point (§5.1.3); nil when there is none with this encoding.
  private init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    var limbs = Field25519.Limbs.zero
    for (index, byte) in bytes.enumerated() {
      limbs[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
    let isOdd = limbs[3] >> 63 == 1
    limbs[3] &= 0x7FFF_FFFF_FFFF_FFFF
    guard let y = Field25519(exactly: limbs) else { return nil }
    let u = y * y - .one
    let v = Self.d * y * y + .one
    let v3 = v * v * v
    var x = u * v3 * (u * v3 * v3 * v).power(Self.rootExponent)
    if v * x * x != u { x = x * Self.squareRootOfMinusOne }
    guard v * x * x == u, x != .zero || !isOdd else { return nil }
    if x.isOdd != isOdd { x = .zero - x }
    self.init(x: x, y: y, z: .one, t: x * y)
  }

  private var isIdentity: Bool { x == .zero && y == z }

  /// The sum, also of a point with itself (§5.1.4).
  static func + (left: Self, right: Self) -> Self {
    let a = (left.y - left.x) * (right.y - right.x)
    let b = (left.y + left.x) * (right.y + right.x)
    let c = left.t * right.t * (d + d)
    let zz = left.z * right.z
    let (e, f, g, h) = (b - a, zz + zz - c, zz + zz + c, b + a)
    return Self(x: e * f, y: g * h, z: f * g, t: e * h)
  }

  private func multiplied(by factor: Field25519.Limbs) -> Self {
    var result = Self.identity
    for bit in (0..<253).reversed() {
      result = result + result
      if factor[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result + self }
    }
    return result
  }
}

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
