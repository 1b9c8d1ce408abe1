import World

/// The sky of a landscape: gradient, glow, stars, sun or moon, and clouds.
struct Sky {
  /// The place of the sun or moon as shares of the width and height.
  let lightX: Double
  private let lightY: Double
  private let lightRadius: Double
  /// The shift of the disc that makes the moon a crescent; nil for a full one.
  private let crescent: Double?
  private let stars: UInt64
  private let clouds: [Cloud]

  init(mood: Mood, _ generator: inout SeededGenerator) {
    lightX = generator.number(in: 0.18...0.82)
    lightY = generator.number(in: mood.lightHeight)
    lightRadius = generator.number(in: 0.055...0.085)
    crescent = mood.kind == .moon && generator.index(below: 3) > 0 ? generator.number(in: 0.35...0.7) : nil
    stars = generator.next()
    clouds = (0..<3 + generator.index(below: 3)).map { _ in Cloud(isPuffy: mood.sky[2].luminance > 0.85, &generator) }
  }

  func draw(on picture: inout RGBPicture, mood: Mood) {
    let rows = mood.gradient(picture.size.height)
    for row in rows.indices { picture.cover(0..<picture.size.width, row: row, with: rows[row], opacity: 1) }
    drawGlow(on: &picture, color: mood.glow, rows: rows)
    if mood.kind == .moon { drawStars(on: &picture, color: mood.light) }
    for cloud in clouds where !cloud.isPuffy { cloud.draw(on: &picture, color: mood.cloud) }
    drawLight(on: &picture, color: mood.light)
    for cloud in clouds where cloud.isPuffy { cloud.draw(on: &picture, color: mood.cloud) }
  }

  /// Rings of one strength each, thin enough not to be seen, which compress much better than a smooth glow.
  private func drawGlow(on picture: inout RGBPicture, color: Color, rows: [Color]) {
    let rings = 48.0
    let radius = 0.62 * Double(picture.size.shorterSide)
    let x = lightX * Double(picture.size.width)
    let y = lightY * Double(picture.size.height)
    for row in rows.indices {
      let dy = (Double(row) + 0.5 - y) / radius
      guard dy * dy < 1 else { continue }
      for column in 0..<picture.size.width {
        let dx = (Double(column) + 0.5 - x) / radius
        let nearness = max(0, 1 - dx * dx - dy * dy)
        let strength = Double(Int(nearness * nearness * rings)) / rings
        if strength > 0 { picture[column, row] = rows[row].mixed(with: color, 0.6 * strength) }
      }
    }
  }

  private func drawLight(on picture: inout RGBPicture, color: Color) {
    let size = picture.size
    let disc = Rasterizer(
      size: size, x: lightX * Double(size.width), y: lightY * Double(size.height),
      scale: lightRadius * Double(size.shorterSide))
    var shape = Shape.circle(0, 0, radius: 1)
    if let crescent { shape = shape.subtracting(.circle(crescent, -crescent * 0.4, radius: 0.95)) }
    picture.cover(shape, by: disc, reach: 1, with: color, opacity: 1)
  }

  /// At most one star in each field of a grid, fewer and fainter towards the horizon.
  private func drawStars(on picture: inout RGBPicture, color: Color) {
    let unit = Double(picture.size.shorterSide)
    // In small pictures the stars are fewer, as no star is smaller than a pixel.
    let field = max(0.055 * unit, 6)
    for row in 0..<Int(Double(picture.size.height) * 0.6 / field) + 1 {
      for column in 0..<Int(Double(picture.size.width) / field) + 1 {
        func random(_ purpose: UInt64) -> Double {
          SeededGenerator.fraction(at: row * 65_536 + column, ofSeed: stars ^ (purpose << 56))
        }
        let height = Double(row) * field / (Double(picture.size.height) * 0.6)
        guard random(1) < 0.55 - 0.4 * height else { continue }
        let star = Rasterizer(
          size: picture.size, x: (Double(column) + random(2)) * field, y: (Double(row) + random(3)) * field, scale: unit
        )
        let radius = 0.0011 + 0.0019 * random(4) * random(4)
        picture.cover(
          .circle(0, 0, radius: radius), by: star, reach: radius, with: color,
          opacity: (0.5 + 0.5 * random(5)) * (1 - 0.6 * height))
      }
    }
  }
}

extension Mood {
  /// The sky's colour in each row. The horizon's colour is reached above the bottom, where the hills begin.
  func gradient(_ height: Int) -> [Color] {
    let steps = 192.0
    return (0..<height).map { row in
      // All channels change in the same rows, which makes equal rows that cost nothing.
      let share = Double(Int((Double(row) + 0.5) / Double(height) / 0.72 * steps)) / steps
      return share < 0.5
        ? sky[0].mixed(with: sky[1], share * 2) : sky[1].mixed(with: sky[2], share * 2 - 1)
    }
  }
}

/// A cloud: a heap with a flat bottom on bright days, thin streaks at other times.
struct Cloud {
  let isPuffy: Bool
  private let x: Double
  private let y: Double
  private let scale: Double
  private let opacity: Double
  private let shape: Shape

  init(isPuffy: Bool, _ generator: inout SeededGenerator) {
    self.isPuffy = isPuffy
    x = generator.number(in: 0.02...0.98)
    y = isPuffy ? generator.number(in: 0.1...0.36) : generator.number(in: 0.12...0.5)
    scale = generator.number(in: 0.1...0.2)
    opacity = isPuffy ? generator.number(in: 0.7...0.92) : generator.number(in: 0.25...0.4)
    shape = isPuffy ? Self.heap(&generator) : Self.streaks(&generator)
  }

  /// The shape is within one and a half units around the cloud's place; a unit is a share of the shorter side.
  func draw(on picture: inout RGBPicture, color: Color) {
    let rasterizer = Rasterizer(
      size: picture.size, x: x * Double(picture.size.width), y: y * Double(picture.size.height),
      scale: scale * Double(picture.size.shorterSide))
    picture.cover(shape, by: rasterizer, reach: 1.5, with: color, opacity: opacity)
  }

  private static func heap(_ generator: inout SeededGenerator) -> Shape {
    let base = Shape.stroke(-0.95, 0.02, 0.95, 0.02, width: 0.4)
    return (0..<4).reduce(base) { heap, index in
      let place = -0.66 + 0.44 * Double(index) + generator.number(in: -0.08...0.08)
      let middle = 1 - place * place
      return heap.union(.circle(place, -0.12 * middle, radius: 0.2 + generator.number(in: 0.1...0.26) * middle))
    }
    .intersection(.box(-2, -2, 2, 0.22))
  }

  private static func streaks(_ generator: inout SeededGenerator) -> Shape {
    (0..<3).reduce(Shape.circle(0, 0, radius: 0)) { streaks, index in
      let left = generator.number(in: -1.4 ... -0.3)
      let right = generator.number(in: 0.3...1.4)
      let level = Double(index) * 0.14 - 0.14
      return streaks.union(.stroke(left, level, right, level, width: 0.15))
    }
  }
}

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
