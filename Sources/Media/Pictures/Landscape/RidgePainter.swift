/// Fills everything below a ridge, with the layer's colour at its top and haze at its foot.
struct RidgePainter {
  let ridge: Ridge
  let color: Color
  let haze: Color

  /// The samples a pixel is wide, which smooth steep edges.
  private static let samples = 4

  func draw(on picture: inout RGBPicture) {
    let outline = outline(picture.size)
    let top = outline.min() ?? 0
    let first = min(max(Int(max(top, 0)), 0), picture.size.height)
    let colors = colors(from: top, picture.size)
    for row in first..<picture.size.height {
      for column in 0..<picture.size.width {
        let coverage = Self.coverage(outline, column, below: Double(row))
        if coverage > 0 {
          picture.cover(column..<column + 1, row: row, with: colors[row], opacity: coverage)
        }
      }
    }
  }

  /// The row where the layer begins, with its fraction, at each sample from the left.
  private func outline(_ size: PictureSize) -> [Double] {
    let unit = Double(size.shorterSide)
    let base = ridge.base * Double(size.height)
    return (0..<size.width * Self.samples).map { sample in
      base - unit * ridge.elevation(at: (Double(sample) + 0.5) / (Double(Self.samples) * unit))
    }
  }

  private static func coverage(_ outline: [Double], _ column: Int, below row: Double) -> Double {
    var sum = 0.0
    for sample in column * samples..<(column + 1) * samples { sum += min(max(row + 1 - outline[sample], 0), 1) }
    return sum / Double(samples)
  }

  /// The layer's colour in each row, in few enough steps to compress well.
  private func colors(from top: Double, _ size: PictureSize) -> [Color] {
    let steps = 48
    let ramp = color.ramp(to: haze, count: steps)
    let span = max(1, 0.3 * Double(size.shorterSide) + ridge.base * Double(size.height) - top)
    return (0..<size.height).map { row in
      ramp[min(max(Int((Double(row) - top) / span * Double(steps)), 0), steps - 1)]
    }
  }
}
