import Platform

/// Parses a date-time of ISO 8601 as RFC 3339 restricts it: date, time, an optional fraction, and a zone.
package enum ISO8601Moment {
  /// The time of `2024-11-01T12:00:00Z` or `2024-11-01T14:00:00.5+02:00`; seconds may be missing. nil for any other
  /// text, for an invalid date, and for years outside 1678...2261, which no ``Timestamp`` represents.
  package static func parse(_ text: String) -> Timestamp? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, digits: 4), skip(&rest, "-"), let month = number(&rest, digits: 2),
      skip(&rest, "-"), let day = number(&rest, digits: 2), skip(&rest, "T") || skip(&rest, "t"),
      let hour = number(&rest, digits: 2), skip(&rest, ":"), let minute = number(&rest, digits: 2)
    else { return nil }
    var second = 0
    if skip(&rest, ":") {
      guard let given = number(&rest, digits: 2) else { return nil }
      second = given
    }
    guard let nanoseconds = fraction(&rest), let offset = zone(&rest), rest.isEmpty, (1678...2261).contains(year),
      (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour <= 23, minute <= 59, second <= 59
    else { return nil }
    let seconds = (dayNumber(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - offset
    return Timestamp(seconds: Int64(seconds)).advanced(byNanoseconds: nanoseconds)
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The nanoseconds of `.5`, ignoring further digits; 0 without a point, nil when no digit follows it.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard skip(&rest, ".") || skip(&rest, ",") else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    let nine = digits.prefix(9).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return (digits.count..<max(9, digits.count)).reduce(nine) { value, _ in value * 10 }
  }

  /// The offset of `Z`, `+02:00`, `+0200` or `+02` from UTC in seconds.
  private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if skip(&rest, "Z") || skip(&rest, "z") { return 0 }
    let isPositive = rest.first == UInt8(ascii: "+")
    guard isPositive || rest.first == UInt8(ascii: "-") else { return nil }
    rest.removeFirst()
    guard let hours = number(&rest, digits: 2), hours <= 18 else { return nil }
    let hasColon = skip(&rest, ":")
    guard let minutes = number(&rest, digits: 2) ?? (hasColon ? nil : 0), minutes <= 59 else { return nil }
    return (isPositive ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1970-01-01 in the Gregorian calendar. March counts as the first month, so that the leap day is the last
  /// day of a year.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1 - 719_468
  }
}
