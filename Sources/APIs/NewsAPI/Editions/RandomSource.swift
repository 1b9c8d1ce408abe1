/// Numbers that follow from an article's number alone, by the finalizer of SplitMix64 (Steele, Lea, Flood 2014), so that
/// every world has the same articles.
struct RandomSource {
  private let seed: UInt64

  init(_ number: Int) {
    seed = UInt64(truncatingIfNeeded: number)
  }

  /// A number from 0 up to a limit, another one for each purpose.
  func number(_ purpose: UInt64, below limit: Int) -> Int {
    var value = (seed &* 16 &+ purpose) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return Int(value % UInt64(max(1, limit)))
  }
}
