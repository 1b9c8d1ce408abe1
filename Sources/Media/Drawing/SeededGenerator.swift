/// The one source of chance of drawings: SplitMix64, started by the FNV-1a hash of a text. The same text gives the
/// same numbers on every platform, which Swift's own hashes and generators do not promise.
struct SeededGenerator: Sendable {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  init(state: UInt64) {
    self.state = state
  }

  /// The purpose keeps pictures of different kinds with the same seed independent of each other.
  init(purpose: String, seed: String) {
    state = Self.hash("\(purpose)\0\(seed)")
  }

  /// FNV-1a with 64 bits of the text's UTF-8.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.scramble(state)
  }

  /// A number in 0..<1.
  mutating func fraction() -> Double { Self.fraction(next()) }

  /// A number of a range, its upper bound left out.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * fraction()
  }

  /// An index below a count, which must be positive. The bias of the remainder is far too small to see.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// The number in 0..<1 that belongs to a place of a lattice, the same whenever it is asked for.
  static func fraction(at place: Int, of lattice: UInt64) -> Double {
    fraction(scramble(lattice &+ UInt64(bitPattern: Int64(place)) &* increment))
  }

  private static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) / 9_007_199_254_740_992 }

  private static func scramble(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
