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
