/// A white emblem on a gradient from the top left to the bottom right.
struct AppIcon {
  /// The colours of the gradient; one more is white, and the others blend it with some of the gradient's.
  private static let steps = 128
  private static let coarseSteps = 16
  private static let blends = 7
  private static let white = 255

  /// In a ring, ordered by hue, so that blends of neighbours are about as vivid as these.
  private static let gradients: [(from: UInt32, to: UInt32)] = [
    (0xFF6B6B, 0xA61E2F), (0xFF9A56, 0xE5315E), (0xFFC24B, 0xE8590C), (0xA3D93A, 0x2B8A3E), (0x43D29E, 0x0B7A75),
    (0x2EC4B6, 0x1A4E8A), (0x3BC9DB, 0x1864AB), (0x4FACFE, 0x1B4FD6), (0x6C8CFF, 0x5A2BD1), (0xB079F2, 0x4A2FBD),
    (0xE86BD0, 0x7A2FA8), (0xFF7EB3, 0xB51E7B),
  ]

  private let from: Color
  private let to: Color
  private let emblem: Shape

  init(seed: String) {
    var generator = SeededGenerator(purpose: "icon", seed: seed)
    let index = generator.index(below: Self.gradients.count)
    let gradient = Self.gradients[index]
    let neighbor = Self.gradients[(index + 1) % Self.gradients.count]
    let blend = generator.number(in: 0...0.4)
    from = Color(gradient.from).mixed(with: Color(neighbor.from), blend)
    to = Color(gradient.to).mixed(with: Color(neighbor.to), blend)
    emblem = Emblem.all[generator.index(below: Emblem.all.count)]
  }

  func draw(_ size: PictureSize) -> IndexedPicture {
    var picture = IndexedPicture(size: size, colors: colors)
    let span = max(1, size.width + size.height - 2)
    for row in 0..<size.height {
      for column in 0..<size.width { picture[column, row] = (column + row) * (Self.steps - 1) / span }
    }
    let middle = Double(size.shorterSide) / 2
    let rasterizer = Rasterizer(size: size, x: middle, y: middle, scale: Double(size.shorterSide) * 0.31)
    rasterizer.scan(emblem, reach: 1.1) { row, columns, coverage in
      let blend = Int(coverage * Double(Self.blends + 1) + 0.5)
      for column in columns where blend > 0 {
        picture[column, row] = blend > Self.blends ? Self.white : Self.index(of: blend, over: picture[column, row])
      }
    }
    return picture
  }

  /// The gradient, then the blends of each coarse step, with white in the last place.
  private var colors: [Color] {
    let gradient = from.ramp(to: to, count: Self.steps)
    let blended = from.ramp(to: to, count: Self.coarseSteps).flatMap { ground in
      (1...Self.blends).map { ground.mixed(with: .white, Double($0) / Double(Self.blends + 1)) }
    }
    let filling = 256 - gradient.count - blended.count
    return gradient + blended + [Color](repeating: .white, count: filling)
  }

  private static func index(of blend: Int, over step: Int) -> Int {
    steps + step * coarseSteps / steps * blends + blend - 1
  }
}

/// The signs of app icons, each within about one unit around the origin.
enum Emblem {
  static let all = [
    mountain, leaf, bolt, heart, star, drop, target, speech, bars, moon, flower, check, compass, plane, bookmark, cup,
  ]

  private static let mountain = Shape.polygon([(-0.95, 0.62), (-0.3, -0.38), (0.02, 0.1), (0.28, -0.22), (0.95, 0.62)])
    .expanded(by: 0.06).union(.circle(0.42, -0.64, radius: 0.2))

  private static let leaf = Shape.circle(-0.62, -0.62, radius: 1.22).intersection(.circle(0.62, 0.62, radius: 1.22))
    .subtracting(.stroke(-0.75, 0.75, 0.32, -0.32, width: 0.11)).union(.stroke(-0.9, 0.9, -0.68, 0.68, width: 0.13))

  private static let bolt = Shape.polygon([
    (0.18, -0.95), (-0.58, 0.14), (-0.06, 0.14), (-0.18, 0.95), (0.58, -0.18), (0.06, -0.18),
  ]).expanded(by: 0.05)

  private static let heart = Shape.circle(-0.42, -0.28, radius: 0.46).union(.circle(0.42, -0.28, radius: 0.46))
    .union(.polygon([(0, -0.1), (0.752, 0.037), (0.0, 0.8), (-0.752, 0.037)]))
    .union(.polygon([(-0.3, -0.3), (0.3, -0.3), (0, 0.4)]))

  private static let star = Shape.polygon([
    (0, -0.9), (0.22, -0.303), (0.856, -0.278), (0.357, 0.116), (0.529, 0.728), (0, 0.375), (-0.529, 0.728),
    (-0.357, 0.116), (-0.856, -0.278), (-0.22, -0.303),
  ]).expanded(by: 0.07)

  private static let drop = Shape.circle(0, 0.28, radius: 0.62)
    .union(.polygon([(0, -0.95), (0.544, -0.02), (0, 0.3), (-0.544, -0.02)]))
    .subtracting(.circle(0, 0.28, radius: 0.42).subtracting(.circle(0.12, 0.16, radius: 0.46)))

  private static let target = Shape.circle(0, 0, radius: 0.9).subtracting(.circle(0, 0, radius: 0.68))
    .union(.circle(0, 0, radius: 0.34))

  private static let speech = Shape.box(-0.68, -0.52, 0.68, 0.22).expanded(by: 0.22)
    .union(.polygon([(-0.5, 0.3), (-0.5, 0.86), (0.12, 0.4)]).expanded(by: 0.03))
    .subtracting(.circle(-0.4, -0.15, radius: 0.12)).subtracting(.circle(0, -0.15, radius: 0.12))
    .subtracting(.circle(0.4, -0.15, radius: 0.12))

  private static let bars = Shape.stroke(-0.6, 0.6, -0.6, 0.12, width: 0.36)
    .union(.stroke(0, 0.6, 0, -0.62, width: 0.36)).union(.stroke(0.6, 0.6, 0.6, -0.22, width: 0.36))

  private static let moon = Shape.circle(-0.06, 0.04, radius: 0.84).subtracting(.circle(0.34, -0.2, radius: 0.7))
    .union(.circle(0.42, -0.28, radius: 0.13)).union(.circle(0.74, 0.08, radius: 0.08))

  private static let flower = [
    (0, -0.55), (0.523, -0.17), (0.323, 0.445), (-0.323, 0.445), (-0.523, -0.17),
  ].reduce(Shape.circle(0, 0, radius: 0.3)) { $0.union(.circle($1.0, $1.1, radius: 0.36)) }
    .subtracting(.circle(0, 0, radius: 0.22))

  private static let check = Shape.circle(0, 0, radius: 0.92)
    .subtracting(.stroke(-0.4, 0.04, -0.1, 0.34, width: 0.2).union(.stroke(-0.1, 0.34, 0.42, -0.3, width: 0.2)))

  private static let compass = Shape.circle(0, 0, radius: 0.92).subtracting(.circle(0, 0, radius: 0.75))
    .union(.polygon([(0.46, -0.46), (0.17, 0.17), (-0.46, 0.46), (-0.17, -0.17)]))
    .subtracting(.circle(0, 0, radius: 0.1))

  private static let plane = Shape.polygon([(-0.9, -0.02), (0.9, -0.78), (-0.3, 0.22)]).expanded(by: 0.02)
    .union(.polygon([(0.9, -0.78), (0.3, 0.74), (-0.12, 0.32)]).expanded(by: 0.02))
    .union(.polygon([(-0.32, 0.34), (-0.04, 0.52), (-0.32, 0.84)]).expanded(by: 0.02))

  private static let bookmark = Shape.polygon([(-0.5, -0.82), (0.5, -0.82), (0.5, 0.82), (0, 0.42), (-0.5, 0.82)])
    .expanded(by: 0.08)

  private static let cup = Shape.circle(0.5, -0.06, radius: 0.36).subtracting(.circle(0.5, -0.06, radius: 0.2))
    .union(.box(-0.6, -0.4, 0.5, 0.12)).union(.circle(-0.05, 0.12, radius: 0.55).intersection(.box(-1, 0, 1, 1)))
    .union(.stroke(-0.66, 0.82, 0.56, 0.82, width: 0.13))
    .union(.stroke(-0.24, -0.86, -0.24, -0.62, width: 0.12)).union(.stroke(0.14, -0.86, 0.14, -0.62, width: 0.12))
}

/// A pattern of five by five cells, symmetric from left to right, whose cells of one colour flow together.
struct Identicon {
  private static let side = 5
  /// The steps of each edge between the ground and a colour.
  private static let shades = 16

  /// Light ground, strong colour and accent.
  private static let palettes: [(ground: UInt32, main: UInt32, accent: UInt32)] = [
    (0xEEF3FB, 0x2F6FDE, 0x12B5CB), (0xFDEFEA, 0xE4572E, 0xF3A712), (0xEAF6EF, 0x1F8A5B, 0x8BC34A),
    (0xF4EEFB, 0x7A4FD0, 0xE667B0), (0xFCEEF3, 0xD6336C, 0xFF922B), (0xE9F6F7, 0x0B7285, 0x4DABF7),
    (0xFBF4E6, 0xB7791F, 0x7C4A1E), (0xEFF1F5, 0x34495E, 0xE05D5D), (0xF1F6E7, 0x5C8A1E, 0xE8B339),
    (0xF6EFEA, 0x8D5B4C, 0x3F8E8C), (0xEDEFFC, 0x4453C4, 0xF2789F), (0xF9EDF7, 0xA43E9C, 0x5B6EE1),
  ]

  private let colors: [Color]
  /// Row by row: 0 is the ground, 1 the strong colour and 2 the accent.
  private let cells: [Int]

  init(seed: String) {
    var generator = SeededGenerator(purpose: "avatar", seed: seed)
    let palette = Self.palettes[generator.index(below: Self.palettes.count)]
    let ground = Color(palette.ground)
    colors = [palette.main, palette.accent].flatMap { ground.ramp(to: Color($0), count: Self.shades) }
    var cells = Self.pattern(&generator)
    // A pattern with too few cells looks broken, one with too many like a block.
    while !(9...17).contains(cells.count(where: { $0 > 0 })) { cells = Self.pattern(&generator) }
    self.cells = cells
  }

  private static func pattern(_ generator: inout SeededGenerator) -> [Int] {
    (0..<side).flatMap { _ in
      let half = (0...side / 2).map { _ in [0, 0, 0, 0, 1, 1, 1, 1, 2][generator.index(below: 9)] }
      return half + half.dropLast().reversed()
    }
  }

  func draw(_ size: PictureSize) -> IndexedPicture {
    var picture = IndexedPicture(size: size, colors: colors)
    // Whole pixels a cell keep straight edges sharp. The margin is about the width of a cell.
    let cell = max(1, size.shorterSide / (Self.side + 2))
    let start = (size.shorterSide - cell * Self.side) / 2
    for row in max(0, start)..<min(size.height, start + cell * Self.side) {
      for column in max(0, start)..<min(size.width, start + cell * Self.side) {
        picture[column, row] = index(atX: column - start, y: row - start, cell: cell)
      }
    }
    return picture
  }

  /// The colour of a pixel: its cell's, but for the quarter circles that round the pattern's corners.
  private func index(atX x: Int, y: Int, cell: Int) -> Int {
    let (column, row) = (x / cell, y / cell)
    let radius = Double(cell) / 2
    let dx = Double(x % cell) + 0.5 - radius
    let dy = Double(y % cell) + 0.5 - radius
    let (sideways, upright) = (dx < 0 ? -1 : 1, dy < 0 ? -1 : 1)
    let depth = (radius * radius - dx * dx - dy * dy) / (2 * radius)
    let inside = min(max(depth + 0.5, 0), 1)
    let own = kind(column, row)
    // Pixels in the middle of a side belong to no corner.
    guard dx != 0, dy != 0 else { return own > 0 ? shade(of: own, 1) : 0 }
    let beside = kind(column + sideways, row)
    let above = kind(column, row + upright)
    if own > 0 { return shade(of: own, beside > 0 || above > 0 ? 1 : inside) }
    let isHollow = beside > 0 && beside == above && beside == kind(column + sideways, row + upright)
    return isHollow ? shade(of: beside, 1 - inside) : 0
  }

  private func kind(_ column: Int, _ row: Int) -> Int {
    guard (0..<Self.side).contains(column), (0..<Self.side).contains(row) else { return 0 }
    return cells[row * Self.side + column]
  }

  private func shade(of kind: Int, _ amount: Double) -> Int {
    (kind - 1) * Self.shades + Int(amount * Double(Self.shades - 1) + 0.5)
  }
}
