import World

/// Water from the horizon to the bottom, with the light's reflection, swell and a sailing boat.
struct Sea {
  /// As a share of the height.
  let horizon: Double
  private let boatX: Double
  private let boatScale: Double
  private let glints: UInt64
  private let swell: [Ridge]

  init(_ generator: inout SeededGenerator) {
    let horizon = generator.number(in: 0.55...0.64)
    self.horizon = horizon
    boatX = generator.number(in: 0.3...0.85)
    boatScale = generator.number(in: 0.05...0.08)
    glints = generator.next()
    swell = (1...4).map { index in
      let nearness = Double(index)
      return Ridge(
        base: horizon + (0.09 + 0.006 * nearness) * nearness + 0.03, height: 0.05 + 0.016 * nearness,
        wavelength: 0.16 + 0.08 * nearness, sharpness: 0, octaves: 2, noise: ValueNoise(seed: generator.next()))
    }
  }

  func draw(on picture: inout RGBPicture, mood: Mood, lightX: Double) {
    let height = Double(picture.size.height)
    let first = min(Int(horizon * height + 0.5), picture.size.height)
    let water = shallows(mood).ramp(to: mood.near.mixed(with: mood.sky[0], 0.35), count: 64)
    for row in first..<picture.size.height {
      let share = Double(row - first) / max(1, height - Double(first))
      picture.cover(
        0..<picture.size.width, row: row, with: water[min(63, Int(share * 64))], opacity: 1)
    }
    drawGlints(on: &picture, mood: mood, lightX: lightX)
    drawBoat(on: &picture, mood: mood)
    for (index, ridge) in swell.enumerated() {
      let color = shallows(mood).mixed(with: mood.near, 0.32 + 0.2 * Double(index))
      RidgePainter(ridge: ridge, color: color, haze: color.mixed(with: mood.near, 0.5)).draw(on: &picture)
    }
  }

  /// The water's lightest colour, at the horizon.
  private func shallows(_ mood: Mood) -> Color {
    mood.sky[1].mixed(with: mood.sky[2], 0.3).mixed(with: mood.near, 0.25)
  }

  /// Streaks below the light, wider and farther apart towards the viewer.
  private func drawGlints(on picture: inout RGBPicture, mood: Mood, lightX: Double) {
    let unit = Double(picture.size.shorterSide)
    for index in 0..<18 {
      let share = Double(index) / 18
      func random(_ purpose: Int) -> Double { SeededGenerator.fraction(at: index * 4 + purpose, ofSeed: glints) }
      let width = 0.04 + (0.06 + 0.16 * share) * random(0)
      let y = horizon + 0.008 + share * (0.6 + 0.4 * share) * 0.3
      let place = Rasterizer(
        size: picture.size, x: lightX * Double(picture.size.width) + (random(1) - 0.5) * 0.1 * unit,
        y: y * Double(picture.size.height), scale: unit)
      picture.cover(
        .stroke(-width, 0, width, 0, width: 0.005 + 0.006 * share), by: place, reach: width + 0.02, with: mood.glow,
        opacity: 0.75 - 0.35 * share)
    }
  }

  private func drawBoat(on picture: inout RGBPicture, mood: Mood) {
    let place = Rasterizer(
      size: picture.size, x: boatX * Double(picture.size.width), y: (horizon + 0.035) * Double(picture.size.height),
      scale: boatScale * Double(picture.size.shorterSide))
    let sails = Shape.polygon([(0.06, -1.5), (0.75, -0.2), (0.06, -0.2)])
      .union(.polygon([(-0.04, -1.3), (-0.04, -0.2), (-0.5, -0.2)]))
    let hull = Shape.polygon([(-0.7, -0.1), (0.85, -0.1), (0.55, 0.16), (-0.5, 0.16)])
    picture.cover(sails, by: place, reach: 1.6, with: mood.light, opacity: 1)
    picture.cover(hull, by: place, reach: 1, with: mood.near.mixed(with: mood.far, 0.15), opacity: 1)
  }
}
