import World

/// When something began, and how long it has taken since.
struct Stopwatch {
  /// ISO 8601, UTC.
  let startedAt = SystemTime.wall().iso8601
  private let start = SystemTime.monotonicNanoseconds()

  var microseconds: Int { Int(clamping: (SystemTime.monotonicNanoseconds() - start) / 1000) }
  var milliseconds: Int { microseconds / 1000 }
}
