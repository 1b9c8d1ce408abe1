/// Keccak with a digest of 256 bits as Ethereum uses it: the sponge of FIPS 202 §4 with the padding of Keccak's own
/// submission, whose first byte is 0x01. SHA3-256 of FIPS 202 §6.1 begins it with 0x06 and gives other digests.
package enum Keccak256 {
  /// The 32 bytes of the digest. Time is linear in the input; memory beyond it is one block.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    let rate = KeccakState.rate
    let wholeBlocks = bytes.count / rate
    var state = KeccakState()
    bytes.withUnsafeBytes { input in
      for block in 0..<wholeBlocks { state.absorb(input, at: block * rate) }
    }
    padded(bytes[(wholeBlocks * rate)...]).withUnsafeBytes { state.absorb($0, at: 0) }
    return state.digest
  }

  /// The last block: less than a block of input, then pad10*1 (FIPS 202 §5.1).
  private static func padded(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    var block = Array(rest)
    block.reserveCapacity(KeccakState.rate)
    block.append(0x01)
    block.append(contentsOf: repeatElement(0, count: KeccakState.rate - block.count))
    block[KeccakState.rate - 1] |= 0x80
    return block
  }
}

/// The permutation KECCAK-p[1600, 24] (FIPS 202 §3) over 25 lanes of 64 bits, and the absorbing of blocks into it.
struct KeccakState {
  /// The bytes that a block has for a digest of 256 bits: 1600 bits less twice the digest's (FIPS 202 §6.1).
  static let rate = 136

  private var y0 = KeccakPlane()
  private var y1 = KeccakPlane()
  private var y2 = KeccakPlane()
  private var y3 = KeccakPlane()
  private var y4 = KeccakPlane()

  /// The first 256 bits of the state.
  var digest: [UInt8] {
    [y0.x0, y0.x1, y0.x2, y0.x3].flatMap { lane in
      (0..<8).map { UInt8(truncatingIfNeeded: lane >> ($0 * 8)) }
    }
  }

  /// Takes up one block of ``rate`` bytes: the caller has checked that so many stand from `offset` on.
  mutating func absorb(_ input: UnsafeRawBufferPointer, at offset: Int) {
    func lane(_ index: Int) -> UInt64 {
      UInt64(littleEndian: input.loadUnaligned(fromByteOffset: offset + 8 * index, as: UInt64.self))
    }
    y0 ^= KeccakPlane(lane(0), lane(1), lane(2), lane(3), lane(4))
    y1 ^= KeccakPlane(lane(5), lane(6), lane(7), lane(8), lane(9))
    y2 ^= KeccakPlane(lane(10), lane(11), lane(12), lane(13), lane(14))
    y3 ^= KeccakPlane(lane(15), lane(16), 0, 0, 0)
    for constant in Self.roundConstants { round(constant) }
  }

  private mutating func round(_ constant: UInt64) {
    // θ (§3.2.1): every lane takes up the parities of two columns.
    let mixed = (y0 ^ y1 ^ y2 ^ y3 ^ y4).thetaEffect
    let (a0, a1, a2, a3, a4) = (y0 ^ mixed, y1 ^ mixed, y2 ^ mixed, y3 ^ mixed, y4 ^ mixed)
    // ρ (§3.2.2) turns each lane by its offset, π (§3.2.3) moves it, χ (§3.2.4) mixes the new planes.
    y0 = KeccakPlane(a0.x0, a1.x1 <<< 44, a2.x2 <<< 43, a3.x3 <<< 21, a4.x4 <<< 14).chi
    y1 = KeccakPlane(a0.x3 <<< 28, a1.x4 <<< 20, a2.x0 <<< 3, a3.x1 <<< 45, a4.x2 <<< 61).chi
    y2 = KeccakPlane(a0.x1 <<< 1, a1.x2 <<< 6, a2.x3 <<< 25, a3.x4 <<< 8, a4.x0 <<< 18).chi
    y3 = KeccakPlane(a0.x4 <<< 27, a1.x0 <<< 36, a2.x1 <<< 10, a3.x2 <<< 15, a4.x3 <<< 56).chi
    y4 = KeccakPlane(a0.x2 <<< 62, a1.x3 <<< 55, a2.x4 <<< 39, a3.x0 <<< 41, a4.x1 <<< 2).chi
    // ι (§3.2.5).
    y0.x0 ^= constant
  }

  /// RC of the 24 rounds (FIPS 202 §3.2.5).
  private static let roundConstants: [UInt64] = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
    0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]
}

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
