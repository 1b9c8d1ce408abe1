/// Finds the pixels that a shape covers.
struct Rasterizer {
  let size: PictureSize
  /// The place of the shape's origin, in pixels.
  let x: Double
  let y: Double
  /// The pixels of the shape's unit.
  let scale: Double

  /// Calls `paint` with the row, the columns and the coverage (above 0, at most 1) of all runs of covered pixels in
  /// the square `reach` units around the shape's origin.
  func scan(_ shape: Shape, reach: Double, paint: (Int, Range<Int>, Double) -> Void) {
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
