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

/// The moments of one object: it is created, then all that happens to it in its order, and all that before now.
struct Moments {
  private let created: Int64
  private let now: Int64
  private let seed: UInt64
  private let object: UInt64
  private let meaning: PropertyMeaning

  private static let (day, year): (Int64, Int64) = (86_400, 31_556_952)

  init(frame: ValueGeneration.Frame, now: Int64) {
    object = RandomSource.mix(frame.object &+ 11)
    created = now &- Int64(object % 31_000_000) &- 3_600
    (self.now, seed, meaning) = (now, frame.seed, frame.meaning)
  }

  /// Seconds since 1970 of a moment of a kind.
  func seconds(_ kind: PropertyMeaning.Kind) -> Int64 {
    switch kind {
    case .created: created
    case .future:
      meaning.stage == 50 && !meaning.owner.isPlanned ? now &+ Int64(seed % 15_000_000) &+ Self.day : planned
    case .birthDate: now &- birthAge
    default: past
    }
  }

  /// A moment that has been: the later, the further its stage.
  private var past: Int64 {
    let span = (now &- created) / 100
    // What has no stage of its own lies anywhere between the others.
    let part = meaning.stage == 50 ? Int64(RandomSource.mix(seed) % 90) : Int64(clamping: meaning.stage)
    return created &+ span &* part &+ Int64(object % UInt64(max(span, 1)))
  }

  /// A moment to come, at a full or a half hour: what begins ends three days later, or two hours for what has an hour.
  private var planned: Int64 {
    let half: Int64 = 1_800
    let start = (now / Self.day &+ 1 &+ Int64(object % 40)) &* Self.day &+ (18 &+ Int64(object % 20)) &* half
    return meaning.stage <= 50 ? start : start &+ (meaning.isStay ? 3 &* Self.day : 4 &* half)
  }

  /// How old the object is, in seconds: a person is grown up, and an animal is not as old.
  private var birthAge: Int64 {
    let years = meaning.owner.topic === Topic.of("pet") ? 1 + Int64(object % 12) : 19 + Int64(object % 50)
    return years &* Self.year &+ Int64(object / 64 % 300) &* Self.day
  }

  /// How old the object is, in years.
  var age: Int { Int(birthAge / Self.year) }

  /// A time of a day, such as `09:30`.
  var clock: String {
    let halves = meaning.stage == 15 ? 16 + object % 4 : meaning.stage == 75 ? 34 + object % 6 : 16 + seed % 20
    return Timestamp(Int64(halves) * 1_800).clock
  }
}
