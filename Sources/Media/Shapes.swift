/// A form in the plane (y points down), as the signed distance to its outline: positive inside.
///
/// No point's number is greater than its distance to the outline. That makes edges smooth at every size, and lets
/// the painter skip as many pixels as the distance says. The square root is the one operation besides + - * / that
/// IEEE 754 wants exactly rounded; nothing else is used.
package struct Shape: Sendable {
  /// How deep a place lies within the shape, in its units; negative outside.
  package let depth: @Sendable (Double, Double) -> Double

  /// A disc around a point.
  package static func circle(_ x: Double, _ y: Double, radius: Double) -> Self {
    Self { radius - length($0 - x, $1 - y) }
  }

  /// A line with round ends.
  package static func stroke(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, width: Double) -> Self {
    Self { width / 2 - distance($0, $1, toSegment: x1, y1, x2, y2) }
  }

  /// Several lines with round ends.
  static func strokes(_ lines: [((Double, Double), (Double, Double))], width: Double) -> Self {
    Self { x, y in
      lines.reduce(-Double.infinity) { deepest, line in
        max(deepest, width / 2 - distance(x, y, toSegment: line.0.0, line.0.1, line.1.0, line.1.1))
      }
    }
  }

  /// The inside of straight lines through points in either direction; they must not cross each other.
  package static func polygon(_ points: [(Double, Double)]) -> Self {
    let edges = points.indices.map { (points[$0], points[($0 + 1) % points.count]) }
    return Self { x, y in
      var nearest = Double.infinity
      var isInside = false
      for (from, to) in edges {
        nearest = min(nearest, distance(x, y, toSegment: from.0, from.1, to.0, to.1))
        if (from.1 > y) != (to.1 > y), x < from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1) {
          isInside.toggle()
        }
      }
      return isInside ? nearest : -nearest
    }
  }

  /// A rectangle between two corners.
  package static func box(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Self {
    polygon([(x1, y1), (x2, y1), (x2, y2), (x1, y2)])
  }

  /// What is in one of both.
  package func union(_ other: Self) -> Self {
    Self { max(depth($0, $1), other.depth($0, $1)) }
  }

  func intersection(_ other: Self) -> Self {
    Self { min(depth($0, $1), other.depth($0, $1)) }
  }

  /// What is in this one and not in the other.
  package func subtracting(_ other: Self) -> Self {
    Self { min(depth($0, $1), -other.depth($0, $1)) }
  }

  /// The form with a margin around it, which rounds its corners; a negative margin makes it smaller.
  package func expanded(by margin: Double) -> Self {
    Self { depth($0, $1) + margin }
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private static func distance(
    _ x: Double, _ y: Double, toSegment x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> Double {
    let dx = x2 - x1
    let dy = y2 - y1
    let square = dx * dx + dy * dy
    let along = square > 0 ? min(max(((x - x1) * dx + (y - y1) * dy) / square, 0), 1) : 0
    return length(x - x1 - along * dx, y - y1 - along * dy)
  }
}

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
