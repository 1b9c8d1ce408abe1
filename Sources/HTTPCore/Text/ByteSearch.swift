/// Looks for one row of bytes in others, in time in proportion to their lengths, whatever they hold
/// (Knuth, Morris, Pratt 1977): both may come from a client.
package struct ByteSearch: Sendable {
  /// What is looked for.
  package let pattern: [UInt8]
  /// Of each place in the pattern: how long a beginning of the pattern ends there.
  private let borders: [Int]

  /// A search for some bytes.
  package init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Where the pattern first stands, counted from the beginning of the bytes; nil when it does not. Nothing stands at
  /// the very start.
  ///
  /// - Parameters:
  ///   - start: The first place that counts.
  package func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard !pattern.isEmpty else { return start <= bytes.count ? start : nil }
    var (length, index) = (0, max(0, start))
    while index < bytes.count {
      while length > 0, bytes[index] != pattern[length] { length = borders[length - 1] }
      if bytes[index] == pattern[length] { length += 1 }
      index += 1
      if length == pattern.count { return index - length }
    }
    return nil
  }

  /// Where the pattern first stands in an array, from a place on.
  package func first(in bytes: [UInt8], from start: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }
}
