/// A length of time as clients write it: `30m`, `24h` or `7d`.
struct Period: Sendable, Equatable {
  static let hour = Period(text: "1h", seconds: 3600)
  static let day = Period(text: "24h", seconds: 86_400)
  static let week = Period(text: "7d", seconds: 604_800)

  /// The period as it was written.
  let text: String
  let seconds: Int64

  /// The period of a text; the default one for anything that cannot be read (CONTRACT §2.3).
  static func read(_ text: String?, default standard: Period) -> Period {
    let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
    guard let text, let unit = text.last.flatMap({ units[$0] }), let count = Int32(text.dropLast()), count >= 0 else {
      return standard
    }
    return Period(text: text, seconds: Int64(count) * unit)
  }

  /// The seconds of the period that ends at a second, both ends inclusive.
  func range(until end: Int64) -> ClosedRange<Int64> { (end - seconds)...end }
}
