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
