import Synchronization

/// The world's source of chance: the same seed gives the same sequence (SplitMix64, by Steele, Lea and Flood,
/// "Fast Splittable Pseudorandom Number Generators", 2014). Not for secrets, which a mock does not have.
package final class WorldRandom: Sendable {
  private let state: Mutex<UInt64>

  /// A sequence that is determined by the seed alone.
  package init(seed: UInt64) {
    state = Mutex(seed)
  }

  /// Where the sequence stands: whoever begins there gets the same numbers.
  package var position: UInt64 {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The next 64 bits.
  package func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
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
