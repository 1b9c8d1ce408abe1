/// A moment as a calendar of UTC shows it.
struct Timestamp {
  let year: Int
  let month: Int
  let day: Int
  private let second: Int

  /// The moment so many seconds after 1970; years outside 1...9999 are cut to those.
  init(_ seconds: Int64) {
    let bounded = Int(min(max(seconds, -62_135_596_800), 253_402_300_799))
    let days = bounded >= 0 ? bounded / 86_400 : (bounded - 86_399) / 86_400
    second = bounded - days * 86_400
    // Days since 0000-03-01, in eras of 400 years, as the leap day is then at the end of a year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2031-05-17`.
  var date: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// `09:30:00Z`.
  var time: String {
    "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))Z"
  }

  /// `2031-05-17T09:30:00Z` (RFC 3339).
  var dateTime: String { "\(date)T\(time)" }

  /// `09:30`.
  var clock: String { String(time.prefix(5)) }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }
}

/// The moments of one record: it is created, later updated, and both before now.
struct Moments {
  private let created: Int64
  private let updated: Int64
  private let now: Int64
  private let seed: UInt64

  init(frame: ValueGeneration.Frame, now: Int64) {
    let object = RandomSource.mix(frame.object &+ 11)
    let age = Int64(object % 31_000_000) + 3_600
    created = now &- age
    updated = created &+ Int64(RandomSource.mix(object) % UInt64(age))
    (self.now, seed) = (now, frame.seed)
  }

  /// Seconds since 1970 of a moment of a kind.
  func seconds(_ kind: PropertyMeaning.Kind) -> Int64 {
    switch kind {
    case .created: created
    case .updated: updated
    case .future: now &+ Int64(seed % 15_000_000) &+ 86_400
    case .birthDate: now &- 600_000_000 &- Int64(seed % 1_500_000_000)
    default: created &+ Int64(RandomSource.mix(seed) % UInt64(max(now &- created, 1)))
    }
  }
}
