extension Timestamp {
  /// The moment in ISO 8601, UTC, with milliseconds: `2024-11-01T12:00:00.250Z`.
  package var iso8601Milliseconds: String {
    let remainder = nanoseconds % 1_000_000_000
    let milliseconds = (remainder < 0 ? remainder + 1_000_000_000 : remainder) / 1_000_000
    let digits = String(1000 + milliseconds).dropFirst()
    return "\(iso8601.dropLast()).\(digits)Z"
  }
}
