/// Words by numbers, and the numbers by words. Words are their bytes: texts that Swift holds equal may be different words.
struct Vocabulary: Sendable {
  private static let empty: Int32 = -1

  private var bytes: [UInt8] = []
  /// Where each word begins in ``bytes``, and where the last one ends.
  private var starts: [Int32] = [0]
  /// Numbers at the places of their hashes, or behind them; the count is a power of two.
  private var table: [Int32] = []

  /// How many words there are.
  var count: Int { starts.count - 1 }

  /// The number of a word; nil for one that is not there.
  func number(_ word: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard !table.isEmpty else { return nil }
    let number = table[place(word)]
    return number == Self.empty ? nil : number
  }

  /// The number of a word, which is added when it is not there.
  mutating func add(_ word: UnsafeBufferPointer<UInt8>) -> Int32 {
    if count >= table.count / 2 { grow() }
    let place = place(word)
    guard table[place] == Self.empty else { return table[place] }
    let number = Int32(count)
    bytes.append(contentsOf: word)
    starts.append(Int32(bytes.count))
    table[place] = number
    return number
  }

  private mutating func grow() {
    table = [Int32](repeating: Self.empty, count: max(1 << 16, table.count * 2))
    bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<count {
        let word = UnsafeBufferPointer(rebasing: bytes[Int(starts[number])..<Int(starts[number + 1])])
        table[place(word)] = Int32(number)
      }
    }
  }

  /// The place of a word in the table, or the free one where it belongs.
  private func place(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
    while table[place] != Self.empty, !isWord(Int(table[place]), word) { place = (place + 1) & mask }
    return place
  }

  private func isWord(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
    guard end - start == word.count else { return false }
    for index in 0..<word.count where bytes[start + index] != word[index] { return false }
    return true
  }
}
