/// The upper edge of a layer of hills, as a height above its base at each place from the left. All lengths are in
/// the picture's shorter side.
struct Ridge: Sendable {
  /// The share of the picture's height where the layer's base is.
  var base: Double
  var height: Double
  var wavelength: Double
  /// From 0 for round hills to 1 for peaks.
  var sharpness: Double
  var octaves = 4
  var noise: ValueNoise
  var growth = Mood.Growth.none
  /// The height of the tallest trees.
  var treeHeight = 0.0
  /// Headlands end: the places where the ridge sinks to its base, when there are any.
  var shore: (from: Double, to: Double)?

  func elevation(at place: Double) -> Double {
    let smooth = noise.layered(at: place / wavelength, octaves: octaves)
    var elevation = height * smooth
    if sharpness > 0 {
      let peak = noise.layered(at: place / wavelength * 2, octaves: octaves, hasPeaks: true)
      elevation += height * (peak - smooth) * sharpness
    }
    if let shore { elevation *= 1 - smoothstep((place - shore.from) / (shore.to - shore.from)) }
    return treeHeight > 0 ? elevation + trees(at: place) : elevation
  }

  /// The tallest of the trees whose crowns reach the place. They stand in woods with clearings.
  private func trees(at place: Double) -> Double {
    let spacing = treeHeight * (growth == .firs ? 0.3 : 0.55)
    let here = Int(place / spacing)
    var tallest = 0.0
    for tree in here - 1...here + 1 {
      let middle = (Double(tree) + 0.2 + 0.6 * chance(tree, 1)) * spacing
      let wood = smoothstep((noise.value(at: (middle / wavelength + 7) * 3) - 0.35) * 4)
      let size = treeHeight * (0.45 + 0.55 * chance(tree, 2)) * wood
      guard size > 0.1 * treeHeight else { continue }
      let away = place < middle ? middle - place : place - middle
      tallest = max(tallest, size * profile(away / (size * (growth == .firs ? 0.21 : 0.5))))
    }
    return tallest
  }

  /// The outline of a tree from its middle (0) to its side (1): tiers of branches, or a round crown.
  private func profile(_ away: Double) -> Double {
    guard away < 1 else { return 0 }
    guard growth == .firs else { return (1 - away * away).squareRoot() * 0.8 }
    let tiers = 5.0
    let tier = Double(Int(away * tiers))
    return 1 - (tier + 0.7 * (away * tiers - tier)) / tiers
  }

  private func chance(_ tree: Int, _ purpose: UInt64) -> Double {
    SeededGenerator.fraction(at: tree, of: noise.lattice ^ (purpose << 56))
  }
}
