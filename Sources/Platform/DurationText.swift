/// Durations as options have them: `90s`, `1h30m`, `250ms`.
package enum DurationText {
  /// The longest text in bytes.
  private static let longest = 100
  /// From the largest on, the order in which they are written.
  package static let units: [(suffix: String, factor: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
  ]

  /// The nanoseconds of a duration in this form or in that of ISO 8601; nil for any other text.
  package static func anyNanoseconds(_ text: String) -> Int64? {
    nanoseconds(text) ?? ISO8601Duration.nanoseconds(text)
  }

  /// The nanoseconds of a text, at most `Int64.max`; nil for one that is not such a duration, or that is zero.
  package static func nanoseconds(_ text: String) -> Int64? {
    guard text.utf8.count <= longest else { return nil }
    var (sum, rest, smaller) = (Int64(0), text[...], units[...])
    repeat {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let letters = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let place = smaller.firstIndex(where: { $0.suffix == letters }),
        let part = nanoseconds(digits, smaller[place].factor)
      else { return nil }
      let (total, overflow) = sum.addingReportingOverflow(part)
      sum = overflow ? .max : total
      rest = rest[letters.endIndex...]
      smaller = smaller[(place + 1)...]
    } while !rest.isEmpty
    return sum > 0 ? sum : nil
  }

  /// A number of units, at most `Int64.max`; nil for a text that is not a number with digits on both sides of its
  /// point.
  private static func nanoseconds(_ digits: Substring, _ unit: Int64) -> Int64? {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    let (whole, overflow) = (Int64(parts[0]) ?? .max).multipliedReportingOverflow(by: unit)
    guard !overflow, parts.count == 2 else { return overflow ? .max : whole }
    let fraction = (Double("0.\(parts[1])") ?? 0) * Double(unit)
    let (sum, isTooLarge) = whole.addingReportingOverflow(Int64(fraction.rounded()))
    return isTooLarge ? .max : sum
  }

  /// A duration in whole units of the largest that allows it.
  package static func text(nanoseconds: Int64) -> String {
    // Days are not written: most readers expect 24h.
    let unit = units.dropFirst().first { nanoseconds > 0 && nanoseconds % $0.factor == 0 } ?? ("ms", 1_000_000)
    return "\(nanoseconds / unit.factor)\(unit.suffix)"
  }
}
