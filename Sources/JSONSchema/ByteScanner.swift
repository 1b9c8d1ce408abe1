import HTTPCore
import JSON

/// Reads a text from its start, byte by byte.
struct ByteScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Whether a closure reads a text to its end.
  ///
  /// - Parameters:
  ///   - read: Reads; whether it found what it looks for.
  static func reads(_ text: String, _ read: (inout ByteScanner) -> Bool) -> Bool {
    var contiguous = text
    return contiguous.withUTF8 { bytes in
      var scanner = ByteScanner(bytes)
      return read(&scanner) && scanner.position == bytes.count
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips one of some characters; false when another is next.
  mutating func skip(_ characters: StaticString) -> Bool {
    guard let next else { return false }
    let isThere = characters.withUTF8Buffer { $0.contains(next) }
    if isThere { position += 1 }
    return isThere
  }

  /// A number of exactly so many digits.
  private mutating func number(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var number = 0
    for digit in bytes[position..<(position + count)] {
      guard digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit & 0x0F)
    }
    position += count
    return number
  }

  mutating func date() -> Bool {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...length).contains(day)
  }

  mutating func time() -> Bool {
    guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2), hour < 24,
      minute < 60, second <= 60
    else { return false }
    if skip("."), !fraction() { return false }
    guard let offset = offset() else { return false }
    // A leap second comes at the end of a day of UTC.
    let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return second < 60 || minuteOfDay == 1439
  }

  /// A time without an offset, and perhaps without seconds.
  mutating func localTime() -> Bool {
    guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return false }
    guard skip(":") else { return true }
    guard let second = number(2), second < 60 else { return false }
    return !skip(".") || fraction()
  }

  private mutating func fraction() -> Bool {
    let start = position
    while let next, next.isASCIIDigit { position += 1 }
    return position > start
  }

  /// The offset from UTC in minutes.
  private mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = next == UInt8(ascii: "-")
    guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
