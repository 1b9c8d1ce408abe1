import World

/// The random numbers of drawings: ``SplitMix64``, seeded with the FNV-1a hash of a text. The same text gives the same
/// numbers on every platform; Swift's own hashes do not guarantee that.
package struct SeededGenerator: Sendable {
  private var numbers: SplitMix64

  /// Starts with a state.
  package init(state: UInt64) {
    numbers = SplitMix64(seed: state)
  }

  /// The purpose makes images of different kinds with the same seed independent of each other.
  package init(purpose: String, seed: String) {
    self.init(state: Self.hash("\(purpose)\0\(seed)"))
  }

  /// The 64-bit FNV-1a hash of the text's UTF-8.
  package static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 { numbers.next() }

  /// A number in 0..<1.
  package mutating func fraction() -> Double { SplitMix64.fraction(next()) }

  /// A number of a range without its upper bound.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * fraction()
  }

  /// An index below a count, which must be positive. The bias of the remainder is too small to matter.
  package mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// The number in 0..<1 at an index of a seed's sequence, always the same.
  package static func fraction(at place: Int, ofSeed seed: UInt64) -> Double {
    SplitMix64.fraction(SplitMix64.number(at: UInt64(bitPattern: Int64(place)), ofSeed: seed))
  }
}

extension ValueNoise {
  /// The noise of a seed, as drawings use it.
  package init(seed: UInt64) {
    self.init(seed: seed, lattice: .sequence)
  }

  /// The value in 0...1 at a coordinate, which must not be negative.
  func value(at place: Double) -> Double {
    let whole = Int64(place)
    return value(at: whole, and: place - Double(whole))
  }

  /// Peaks with straight flanks: high and low values alternate.
  func peak(at place: Double) -> Double {
    let whole = Int64(place)
    func height(_ place: Int64) -> Double {
      let random = value(at: place)
      return place.isMultiple(of: 2) ? 0.45 * random : 0.5 + 0.5 * random
    }
    return height(whole) + (height(whole + 1) - height(whole)) * (place - Double(whole))
  }

  /// The sum of octaves, in 0...1. Each octave has half the size and height of the one before, with smooth values or
  /// peaks.
  package func layered(at place: Double, octaves: Int, hasPeaks: Bool = false) -> Double {
    var sum = 0.0
    var total = 0.0
    var weight = 1.0
    var scale = 1.0
    for octave in 0..<octaves {
      // The offset separates the lattices of the octaves.
      let shifted = place * scale + Double(octave) * 1013
      sum += weight * (hasPeaks ? peak(at: shifted) : value(at: shifted))
      total += weight
      weight *= 0.5
      scale *= 2
    }
    return sum / total
  }
}
