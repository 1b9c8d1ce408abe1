/// The members of an object, or the elements of an array, that have been evaluated, by their positions.
struct EvaluatedPositions {
  private var words: [UInt64] = []

  func contains(_ position: Int) -> Bool {
    position >> 6 < words.count && words[position >> 6] & Self.bit(position) != 0
  }

  mutating func insert(_ position: Int) {
    let word = position >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= Self.bit(position)
  }

  mutating func formUnion(_ other: EvaluatedPositions) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }

  private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(position & 63) }
}
