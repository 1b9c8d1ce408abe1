/// How fast content may go out: a twentieth of a second's bytes at once, then a pause of that length.
struct Pace {
  private static let portionsPerSecond = 20
  /// What a client that was late may catch up on, in nanoseconds.
  private static let maximumDelay: Int64 = 250_000_000

  private let bytesPerSecond: Int
  /// When the next portion may go, in nanoseconds; nil before the first.
  private var next: Int64?

  /// - Parameters:
  ///   - bytesPerSecond: At least 1; what is less is taken as 1.
  init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
  }

  /// How many bytes may go at once, at least 1.
  var portion: Int { max(1, bytesPerSecond / Self.portionsPerSecond) }

  /// Until when to wait; nil when a portion may go now.
  func pause(now: Int64) -> Int64? {
    guard let next, next > now else { return nil }
    return next
  }

  /// Notes that so many bytes go now.
  mutating func pass(_ count: Int, now: Int64) {
    let (product, isTooLong) = Int64(count).multipliedReportingOverflow(by: 1_000_000_000)
    let duration = isTooLong ? .max : product / Int64(bytesPerSecond)
    let start = max(next ?? now, now - Self.maximumDelay)
    next = start.addingReportingOverflow(duration).overflow ? .max : start + duration
  }
}
