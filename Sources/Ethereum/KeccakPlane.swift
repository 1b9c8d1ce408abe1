/// The five lanes of the Keccak state that have the same y (FIPS 202 §3.1).
struct KeccakPlane {
  var x0: UInt64 = 0
  var x1: UInt64 = 0
  var x2: UInt64 = 0
  var x3: UInt64 = 0
  var x4: UInt64 = 0
}

extension KeccakPlane {
  init(_ x0: UInt64, _ x1: UInt64, _ x2: UInt64, _ x3: UInt64, _ x4: UInt64) {
    self.init(x0: x0, x1: x1, x2: x2, x3: x3, x4: x4)
  }

  /// What θ adds to every plane, when this one holds the parities of the columns (FIPS 202 §3.2.1).
  var thetaEffect: KeccakPlane {
    KeccakPlane(x4 ^ (x1 <<< 1), x0 ^ (x2 <<< 1), x1 ^ (x3 <<< 1), x2 ^ (x4 <<< 1), x3 ^ (x0 <<< 1))
  }

  /// χ, the step that is not linear (FIPS 202 §3.2.4).
  var chi: KeccakPlane {
    KeccakPlane(x0 ^ (~x1 & x2), x1 ^ (~x2 & x3), x2 ^ (~x3 & x4), x3 ^ (~x4 & x0), x4 ^ (~x0 & x1))
  }

  static func ^ (left: KeccakPlane, right: KeccakPlane) -> KeccakPlane {
    KeccakPlane(
      left.x0 ^ right.x0, left.x1 ^ right.x1, left.x2 ^ right.x2, left.x3 ^ right.x3, left.x4 ^ right.x4)
  }

  static func ^= (left: inout KeccakPlane, right: KeccakPlane) {
    left = left ^ right
  }
}

infix operator <<< : BitwiseShiftPrecedence

extension UInt64 {
  /// The lane rotated to the left by 1…63 bits.
  static func <<< (lane: UInt64, count: UInt64) -> UInt64 {
    lane &<< count | lane &>> (64 - count)
  }
}
