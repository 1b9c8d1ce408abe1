/// Patterns with stars, of bytes as of anything else that stands in a row.
enum Wildcards {
  static let star = UInt8(ascii: "*")

  /// Whether a pattern covers a whole row. At a mismatch it goes back to the last star only, so it takes the product of
  /// the lengths at most.
  ///
  /// - Parameters:
  ///   - isStar: Whether an element of the pattern stands for any number of elements.
  ///   - isMatch: Whether another element of the pattern stands for an element.
  static func match<Piece, Element>(
    _ pattern: [Piece], _ row: [Element], isStar: (Piece) -> Bool, with isMatch: (Piece, Element) -> Bool
  ) -> Bool {
    var (index, position) = (0, 0)
    var retry: (index: Int, position: Int)?
    while position < row.count {
      if index < pattern.count, isStar(pattern[index]) {
        retry = (index, position)
        index += 1
      } else if index < pattern.count, isMatch(pattern[index], row[position]) {
        index += 1
        position += 1
      } else if let last = retry {
        retry = (last.index, last.position + 1)
        (index, position) = (last.index + 1, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy(isStar)
  }
}
