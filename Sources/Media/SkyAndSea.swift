import World

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
