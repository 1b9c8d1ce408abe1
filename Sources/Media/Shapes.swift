/// Finds the pixels that a shape covers.
package struct Rasterizer {
  let size: PictureSize
  /// The place of the shape's origin, in pixels.
  let x: Double
  let y: Double
  /// The pixels of the shape's unit.
  let scale: Double

  /// Where a shape is drawn.
  ///
  /// - Parameters:
  ///   - size: The picture, beyond which nothing is painted.
  ///   - x: The column of the shape's origin, in pixels.
  ///   - y: The row of the shape's origin, in pixels.
  ///   - scale: The pixels of the shape's unit.
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
        // The outline is no nearer than the depth: as many pixels are all inside or all outside.
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

/// A line of text in a font of strokes on a grid of 5 by 7 dots, each as wide as a dot: smooth when large, and sharp
/// when a dot is a pixel. It has the digits, "×" and the space: enough to write a size.
package struct StrokeText {
  /// Dots from the upper to the lower edge.
  package static let height = 7

  /// A character and its place.
  package struct Glyph {
    /// Where the glyph begins, in dots from the left of the text.
    package let column: Int
    /// In dots, with the origin in the middle of the glyph's top left dot.
    package let shape: Shape
  }

  /// The characters that the font has, in the order of the text.
  package let glyphs: [Glyph]
  /// In dots.
  package let width: Int

  /// Characters that the font does not have are left out.
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

  /// The dots that a stroke joins, each written as the digits of its column and row.
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
