import HTTPCore

/// Hexadecimal text as Ethereum's tools write it: digits in any case, mostly after `0x`.
enum HexText {
  /// The digits behind the prefix `0x`, nil when the text has no such prefix.
  static func digits(of text: String) -> Substring.UTF8View? {
    text.utf8.starts(with: "0x".utf8) ? text.utf8.dropFirst(2) : nil
  }

  /// The bytes that the digits stand for, nil unless they are exactly two for each of `count` bytes. Time and
  /// memory are bounded by `count`.
  static func bytes(_ digits: Substring.UTF8View, count: Int) -> [UInt8]? {
    guard digits.count == 2 * count else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: UInt8?
    for digit in digits {
      guard let value = digit.hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
