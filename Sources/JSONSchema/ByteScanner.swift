import HTTPCore
import JSON

/// Reads a text from its start, byte by byte.
struct ByteScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text.utf8[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips one of some characters; false when another is next.
  mutating func skip(_ characters: StaticString) -> Bool {
    guard let next = rest.first else { return false }
    let isThere = characters.withUTF8Buffer { $0.contains(next) }
    if isThere { rest = rest.dropFirst() }
    return isThere
  }

  /// A number of exactly so many digits.
  private mutating func number(_ count: Int) -> Int? {
    var (digits, number) = (rest, 0)
    for _ in 0..<count {
      guard let digit = digits.popFirst(), digit.isASCIIDigit else { return nil }
      number = number * 10 + Int(digit & 0x0F)
    }
    rest = digits
    return number
  }

  mutating func date() -> Bool {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
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
    let digits = rest.prefix { $0.isASCIIDigit }
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  /// The offset from UTC in minutes.
  private mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
