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

/// Smooth chance along a line: random values at whole places, joined by smoothstep. Only + - * /, which IEEE 754
/// defines to the last bit, so that every platform draws the same.
struct ValueNoise: Sendable {
  let lattice: UInt64

  /// The value in 0...1 at a place, which must not be negative.
  func value(at place: Double) -> Double {
    let whole = Int(place)
    let from = SeededGenerator.fraction(at: whole, of: lattice)
    let to = SeededGenerator.fraction(at: whole + 1, of: lattice)
    return from + (to - from) * smoothstep(place - Double(whole))
  }

  /// Peaks with straight flanks: high and low values take turns.
  func peak(at place: Double) -> Double {
    let whole = Int(place)
    func value(_ place: Int) -> Double {
      let chance = SeededGenerator.fraction(at: place, of: lattice)
      return place.isMultiple(of: 2) ? 0.45 * chance : 0.5 + 0.5 * chance
    }
    return value(whole) + (value(whole + 1) - value(whole)) * (place - Double(whole))
  }

  /// Some octaves, each of half the size and height of the one before, of smooth values or of peaks; in 0...1.
  func layered(at place: Double, octaves: Int, hasPeaks: Bool = false) -> Double {
    var sum = 0.0
    var total = 0.0
    var weight = 1.0
    var scale = 1.0
    for octave in 0..<octaves {
      // The offset keeps the octaves' lattice places apart from each other.
      let shifted = place * scale + Double(octave) * 1013
      sum += weight * (hasPeaks ? peak(at: shifted) : value(at: shifted))
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }
}

/// The polynomial that goes from 0 to 1 with level ends; numbers outside 0...1 count as the ends.
func smoothstep(_ number: Double) -> Double {
  let bounded = min(max(number, 0), 1)
  return bounded * bounded * (3 - 2 * bounded)
}
