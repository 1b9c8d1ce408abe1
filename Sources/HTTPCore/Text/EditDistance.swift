/// Levenshtein's distance between two texts: the least number of characters to insert, remove or replace.
package enum EditDistance {
  /// The distance, or nil when it exceeds `limit`. Time and memory are bounded by the lengths, which the
  /// caller bounds.
  package static func between(_ left: String, _ right: String, limit: Int) -> Int? {
    let (short, long) = left.count < right.count ? (Array(left), Array(right)) : (Array(right), Array(left))
    guard long.count - short.count <= limit else { return nil }
    var row = Array(0...short.count)
    for (lineIndex, character) in long.enumerated() {
      var diagonal = row[0]
      row[0] = lineIndex + 1
      for column in short.indices {
        let substituted = diagonal + (short[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[short.count] <= limit ? row[short.count] : nil
  }
}
