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
