/// The members of an object, or the elements of an array, that have been evaluated, by their positions.
struct EvaluatedPositions {
  private var words: [UInt64]

  init(words: [UInt64] = []) {
    self.words = words
  }

  func contains(_ position: Int) -> Bool {
    position >> 6 < words.count && words[position >> 6] & Self.bit(position) != 0
  }

  mutating func insert(_ position: Int) {
    let word = position >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= Self.bit(position)
  }

  func union(_ other: EvaluatedPositions?) -> EvaluatedPositions {
    guard let other else { return self }
    var (words, shorter) = words.count < other.words.count ? (other.words, words) : (words, other.words)
    for (index, word) in shorter.enumerated() { words[index] |= word }
    return EvaluatedPositions(words: words)
  }

  private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(position & 63) }
}
