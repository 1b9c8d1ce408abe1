import Locking

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014), the source of all random
/// values of a world: tokens, readings, articles, pictures. The same seed gives the same numbers on every platform and
/// in every release. Not for secrets, which a mock does not have.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The position in the sequence: a generator with this state continues with the same numbers.
  package var state: UInt64

  /// The sequence of a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  /// The number at a position of a seed's sequence, without computing those before it; position 1 is the first result
  /// of ``next()``.
  package static func number(at place: UInt64, ofSeed seed: UInt64) -> UInt64 {
    mix(seed &+ place &* increment)
  }

  /// The generator's finalizer: each bit of the result depends on all bits of the argument.
  package static func mix(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A seed derived from a text: 64-bit FNV-1a of its UTF-8, the same on every platform and in every run, unlike
  /// Swift's own hashes.
  package static func seed(of text: String) -> UInt64 {
    var (text, seed) = (text, UInt64(0xCBF2_9CE4_8422_2325))
    text.withUTF8 { bytes in
      for byte in bytes { seed = (seed ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return seed
  }

  /// The upper 53 bits as a number in 0..<1.
  package static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }
}

/// Value noise along a line: random values at whole positions, with smooth interpolation. Any position can be computed
/// without those before it. It only uses + - * /, which IEEE 754 defines exactly, so that every platform computes the
/// same.
package struct ValueNoise: Sendable {
  /// How the random value of a position is derived from the seed. There are two ways, because values generated with
  /// either must not change.
  package enum Lattice: Sendable {
    /// The numbers of the seed's ``SplitMix64`` sequence, in turn.
    case sequence
    /// The seed, combined with an odd multiple of the position by exclusive or.
    case scattered
  }

  package let seed: UInt64
  private let lattice: Lattice

  /// The noise of a seed.
  package init(seed: UInt64, lattice: Lattice) {
    (self.seed, self.lattice) = (seed, lattice)
  }

  /// The random value in 0..<1 at a whole position.
  package func value(at place: Int64) -> Double {
    let place = UInt64(bitPattern: place)
    let bits =
      switch lattice {
      case .sequence: SplitMix64.number(at: place, ofSeed: seed)
      case .scattered: SplitMix64.mix(seed ^ (place &* 0xD1B5_4A32_D192_ED03))
      }
    return SplitMix64.fraction(bits)
  }

  /// The value in 0...1 between a whole position and the next.
  ///
  /// - Parameters:
  ///   - fraction: The distance from the whole position, in 0...1.
  package func value(at place: Int64, and fraction: Double) -> Double {
    let (from, to) = (value(at: place), value(at: place &+ 1))
    return from + (to - from) * smoothstep(fraction)
  }
}

/// The polynomial 3x² - 2x³, which rises from 0 to 1 with slope 0 at both ends; numbers outside 0...1 count as the
/// ends.
package func smoothstep(_ number: Double) -> Double {
  let bounded = min(max(number, 0), 1)
  return bounded * bounded * (3 - 2 * bounded)
}

/// The random numbers of a world, for concurrent use by several threads: the same seed gives the same sequence.
package final class WorldRandom: Sendable {
  private let generator: OrderedMutex<SplitMix64>

  /// A sequence that depends only on the seed.
  package init(seed: UInt64) {
    generator = OrderedMutex(.random, SplitMix64(seed: seed))
  }

  /// The position in the sequence: a sequence with this position continues with the same numbers.
  package var position: UInt64 {
    get { generator.withLock { $0.state } }
    set { generator.withLock { $0.state = newValue } }
  }

  /// The next 64 bits.
  package func next() -> UInt64 {
    generator.withLock { $0.next() }
  }

  /// The next `count` bytes.
  package func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let word = next()
      for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }
}
