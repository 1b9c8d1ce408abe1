/// An invented landscape, in shares of the picture and of its shorter side, before it has a size.
struct Landscape {
  let mood: Mood
  let sky: Sky
  /// From the farthest to the nearest.
  let ridges: [Ridge]
  let sea: Sea?

  init(seed: String) {
    var generator = SeededGenerator(purpose: "landscape", seed: seed)
    mood = Mood.all[generator.index(below: Mood.all.count)]
    sky = Sky(mood: mood, &generator)
    sea = mood.isSea ? Sea(&generator) : nil
    ridges = sea.map { Self.headlands(horizon: $0.horizon, &generator) } ?? Self.hills(mood, &generator)
  }

  func draw(_ size: PictureSize) -> RGBPicture {
    var picture = RGBPicture(size: size)
    sky.draw(on: &picture, mood: mood)
    for (index, ridge) in ridges.enumerated() {
      let nearness = sea == nil ? Double(index) / Double(max(1, ridges.count - 1)) : 0.15 + 0.3 * Double(index)
      RidgePainter(ridge: ridge, color: mood.far.mixed(with: mood.near, nearness), haze: haze(nearness))
        .draw(on: &picture)
    }
    sea?.draw(on: &picture, mood: mood, lightX: sky.lightX)
    return picture
  }

  /// What a layer fades into at its foot: the sky at the horizon, the more so the farther it is.
  private func haze(_ nearness: Double) -> Color {
    let color = mood.far.mixed(with: mood.near, nearness)
    return color.mixed(with: mood.sky[2].mixed(with: mood.far, 0.4), 0.7 - 0.55 * nearness)
  }

  /// Mountains behind, then hills, the nearest with the tallest trees.
  private static func hills(_ mood: Mood, _ generator: inout SeededGenerator) -> [Ridge] {
    let count = 4 + generator.index(below: 2)
    let peaks = generator.number(in: 0.2...1)
    return (0..<count).map { index in
      let nearness = Double(index) / Double(count - 1)
      let isWooded = index > 0 && mood.growth != .none
      return Ridge(
        base: 0.66 + 0.3 * nearness + generator.number(in: -0.02...0.02),
        height: (0.36 - 0.16 * nearness) * generator.number(in: 0.8...1.15),
        wavelength: (0.42 + 0.3 * nearness) * generator.number(in: 0.8...1.3),
        sharpness: peaks * max(0, 1 - 2 * nearness), octaves: index == 0 ? 5 : 4 - min(2, index),
        noise: ValueNoise(lattice: generator.next()), growth: mood.growth,
        treeHeight: isWooded ? (0.02 + 0.11 * nearness * nearness) * (mood.growth == .firs ? 1 : 0.55) : 0)
    }
  }

  /// Two capes that reach into the sea from the left or from the right of a wide picture.
  private static func headlands(horizon: Double, _ generator: inout SeededGenerator) -> [Ridge] {
    let isRight = generator.index(below: 2) == 1
    return (0..<2).map { index in
      let end = generator.number(in: 0.35...0.8) * (index == 0 ? 1.3 : 0.8)
      return Ridge(
        base: horizon, height: index == 0 ? 0.2 : 0.15, wavelength: generator.number(in: 0.25...0.45),
        sharpness: 0.5, noise: ValueNoise(lattice: generator.next()),
        shore: isRight ? (1.75 - end * 0.3, 1.75 - end) : (end * 0.3, end))
    }
  }
}
