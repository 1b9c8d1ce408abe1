/// Parses a duration of ISO 8601 in the syntax of RFC 3339 appendix A: weeks, or days and a time. Years and months have
/// no fixed length and are refused.
package enum ISO8601Duration {
  /// The nanoseconds of `PT15M`, `P1DT2H`, `P2W` or `PT0.5S`; nil for any other text, or for a duration beyond the
  /// range of a clock.
  package static func nanoseconds(_ text: String) -> Int64? {
    var rest = text.utf8[...]
    guard take("P", from: &rest), !rest.isEmpty else { return nil }
    var total: Int64 = 0
    var isTime = false
    var allowed: [(unit: Unicode.Scalar, seconds: Int64)] = [("W", 604_800), ("D", 86_400)]
    while !rest.isEmpty {
      if !isTime, take("T", from: &rest) {
        (isTime, allowed) = (true, [("H", 3600), ("M", 60), ("S", 1)])
        if rest.isEmpty { return nil }
      }
      guard let (whole, fraction) = number(&rest), let unit = rest.popFirst(),
        let place = allowed.firstIndex(where: { $0.unit == Unicode.Scalar(unit) })
      else { return nil }
      // Only the smallest unit may have a fraction; only that of seconds is supported.
      if fraction != 0, allowed[place].unit != "S" { return nil }
      let (seconds, tooMany) = whole.multipliedReportingOverflow(by: allowed[place].seconds)
      let (nanoseconds, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, over) = total.addingReportingOverflow(nanoseconds)
      let (exact, overAgain) = sum.addingReportingOverflow(fraction)
      if tooMany || tooLong || over || overAgain { return nil }
      total = exact
      allowed.removeFirst(place + 1)
    }
    return total
  }

  private static func take(_ letter: Unicode.Scalar, from rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest.removeFirst()
    return true
  }

  /// An integer, and its decimals in billionths.
  private static func number(_ rest: inout Substring.UTF8View) -> (whole: Int64, fraction: Int64)? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let whole = Int64(Substring(digits)) else { return nil }
    rest.removeFirst(digits.count)
    guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else { return (whole, 0) }
    rest.removeFirst()
    let behind = rest.prefix { (0x30...0x39).contains($0) }
    guard !behind.isEmpty else { return nil }
    rest.removeFirst(behind.count)
    let nine = Substring(behind.prefix(9))
    guard let value = Int64(String(nine) + String(repeating: "0", count: 9 - nine.utf8.count)) else { return nil }
    return (whole, value)
  }
}
