/// Finds the pixels that a shape covers.
package struct Rasterizer {
  let size: PictureSize
  /// The position of the shape's origin, in pixels.
  let x: Double
  let y: Double
  /// The pixels per unit of the shape.
  let scale: Double

  /// The position where a shape is drawn.
  ///
  /// - Parameters:
  ///   - size: The image; nothing is drawn outside of it.
  ///   - x: The column of the shape's origin, in pixels.
  ///   - y: The row of the shape's origin, in pixels.
  ///   - scale: The pixels per unit of the shape.
  package init(size: PictureSize, x: Double, y: Double, scale: Double) {
    self.size = size
    self.x = x
    self.y = y
    self.scale = scale
  }

  /// Calls `paint` with the row, the columns and the coverage (above 0, at most 1) of all runs of covered pixels in
  /// the square `reach` units around the shape's origin.
  package func scan(_ shape: Shape, reach: Double, paint: (Int, Range<Int>, Double) -> Void) {
    let rows = pixels(around: y, reach: reach, limit: size.height)
    let columns = pixels(around: x, reach: reach, limit: size.width)
    for row in rows {
      let shapeY = (Double(row) + 0.5 - y) / scale
      var column = columns.lowerBound
      while column < columns.upperBound {
        let depth = shape.depth((Double(column) + 0.5 - x) / scale, shapeY) * scale
        // The distance to the outline is at least the depth: that many pixels are all inside or all outside.
        let length = min(max(1, Int(min(abs(depth), 4096) + 0.5)), columns.upperBound - column)
        let coverage = min(max(depth + 0.5, 0), 1)
        if coverage > 0 { paint(row, column..<column + length, coverage) }
        column += length
      }
    }
  }

  private func pixels(around center: Double, reach: Double, limit: Int) -> Range<Int> {
    let first = min(max(Int(center - reach * scale) - 1, 0), limit)
    let last = min(max(Int(center + reach * scale) + 2, first), limit)
    return first..<last
  }
}

/// A line of text in a stroke font on a grid of 5 by 7 dots. A stroke is as wide as a dot: smooth when large, and sharp
/// when a dot is a pixel. The font has the digits, "×" and the space, which is enough for a size.
package struct StrokeText {
  /// The height in dots.
  package static let height = 7

  /// A character and its position.
  package struct Glyph {
    /// Its left edge, in dots from the left of the text.
    package let column: Int
    /// In dots, with the origin in the centre of the glyph's top left dot.
    package let shape: Shape
  }

  /// The characters that the font has, in the order of the text.
  package let glyphs: [Glyph]
  /// In dots.
  package let width: Int

  /// Characters that are not in the font are omitted.
  package init(_ text: String) {
    var glyphs: [Glyph] = []
    var end = 0
    for strokes in text.compactMap({ Self.font[$0] }) {
      let paths = strokes.map(Self.path)
      glyphs.append(Glyph(column: end, shape: .strokes(paths.flatMap { zip($0, $0.dropFirst()) }, width: 1)))
      let right = paths.joined().map(\.0).max()
      end += (right.map { Int($0) + 1 } ?? Self.spaceWidth) + 1
    }
    self.glyphs = glyphs
    width = max(0, end - 1)
  }

  private static let spaceWidth = 2

  /// The dots that a stroke connects, each written as the digits of its column and row.
  private static func path(_ stroke: String) -> [(Double, Double)] {
    stroke.split(separator: " ").map { dot in
      let place = dot.compactMap(\.wholeNumberValue)
      return (Double(place[0]), Double(place[1]))
    }
  }

  private static let font: [Character: [String]] = [
    " ": [],
    "×": ["01 45", "05 41"],
    "0": ["10 30 41 45 36 16 05 01 10"],
    "1": ["02 20 26", "06 46"],
    "2": ["01 10 30 41 42 06 46"],
    "3": ["01 10 30 41 42 33 44 45 36 16 05", "23 33"],
    "4": ["36 30 03 04 44"],
    "5": ["40 00 02 32 43 45 36 16 05"],
    "6": ["30 20 02 05 16 36 45 44 33 03"],
    "7": ["00 40 41 23 26"],
    "8": ["10 30 41 42 33 13 02 01 10", "13 04 05 16 36 45 44 33"],
    "9": ["16 26 44 41 30 10 01 02 13 43"],
  ]
}
