/// A shape in the plane (y points down), as the signed distance to its outline: positive inside.
///
/// The value at a point is never greater than its distance to the outline. So edges are smooth at every size, and the
/// rasterizer can skip as many pixels as the distance says. The square root is the one operation besides + - * / for
/// which IEEE 754 requires exact rounding; no other is used.
package struct Shape: Sendable {
  /// How deep a point is inside the shape, in its units; negative outside.
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

  /// The interior of a polygon through points in either direction; its lines must not cross each other.
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

  /// The points that are in one of the two shapes.
  package func union(_ other: Self) -> Self {
    Self { max(depth($0, $1), other.depth($0, $1)) }
  }

  func intersection(_ other: Self) -> Self {
    Self { min(depth($0, $1), other.depth($0, $1)) }
  }

  /// The points that are in this shape and not in the other.
  package func subtracting(_ other: Self) -> Self {
    Self { min(depth($0, $1), -other.depth($0, $1)) }
  }

  /// The shape with a margin around it, which rounds its corners; a negative margin makes it smaller.
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
