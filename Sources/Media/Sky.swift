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
