/// How long requests took, counted in classes.
package struct LatencyHistogram: Sendable, Equatable {
  /// The upper bounds of the classes, in microseconds.
  package static let bounds: [Int64] = [
    25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
  ]

  /// How many fell into each class; those above the last bound are in none.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count)
  package private(set) var total = 0
  package private(set) var sumMicroseconds: Int64 = 0

  /// Counts all that another one counted.
  mutating func add(_ other: LatencyHistogram) {
    for (place, count) in other.counts.enumerated() { counts[place] += count }
    total += other.total
    sumMicroseconds &+= other.sumMicroseconds
  }

  /// Counts a request.
  mutating func add(_ microseconds: Int64) {
    if let place = Self.bounds.firstIndex(where: { microseconds <= $0 }) { counts[place] += 1 }
    total += 1
    sumMicroseconds &+= max(0, microseconds)
  }
}
