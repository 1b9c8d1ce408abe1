import World

/// The pieces of a log line for people.
enum LogLine {
  /// `12:00:00.123 info `, the time of day in UTC.
  static func prefix(_ time: Timestamp, level: String) -> [UInt8] {
    let second = Int(time.seconds % 86_400 + 86_400) % 86_400
    var line: [UInt8] = []
    line.reserveCapacity(128)
    for (index, part) in [second / 3600, second / 60 % 60, second % 60].enumerated() {
      if index > 0 { line.append(UInt8(ascii: ":")) }
      append(part, width: 2, to: &line)
    }
    line.append(UInt8(ascii: "."))
    append(Int(time.nanoseconds / 1_000_000 % 1000), width: 3, to: &line)
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: level.utf8)
    line.append(UInt8(ascii: " "))
    return line
  }

  /// Appends a number with at least so many digits.
  static func append(_ number: Int, width: Int, to line: inout [UInt8]) {
    let digits = String(max(0, number)).utf8
    for _ in digits.count..<max(width, digits.count) { line.append(UInt8(ascii: "0")) }
    line.append(contentsOf: digits)
  }

  /// Appends text; a control character becomes `?`, so that nothing a client sends can begin another line.
  static func append(_ text: String, to line: inout [UInt8]) {
    for byte in text.utf8 { line.append(byte < 0x20 || byte == 0x7F ? UInt8(ascii: "?") : byte) }
  }
}
