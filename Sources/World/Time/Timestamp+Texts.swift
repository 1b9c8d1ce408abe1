import Platform

/// Timestamps as texts.
extension Timestamp {
  /// The time as an HTTP date (IMF-fixdate, RFC 9110 §5.6.7): `Fri, 01 Nov 2024 12:00:00 GMT`.
  package var httpDate: String { formatted("%a, %d %b %Y %H:%M:%S GMT") }

  /// The time that an HTTP date means; nil for another text.
  package init?(httpDate text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", parts[3].utf8.count == 4,
      let month = Self.months.firstIndex(of: parts[2]), let day = Int(parts[1]), (1...31).contains(day),
      let time = ISO8601Moment.parse("\(parts[3])-\(Self.padded(month + 1))-\(Self.padded(day))T\(parts[4])Z")
    else { return nil }
    self = time
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func padded(_ number: Int) -> String { String(100 + number).suffix(2).description }

  /// The time in ISO 8601, UTC, whole seconds (CONTRACT G11): `2024-11-01T12:00:00Z`.
  package var iso8601: String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    // Records have several of them, and strftime(3) takes several times as long to write the same digits.
    guard (0...8099).contains(parts.tm_year) else { return formatted("%Y-%m-%dT%H:%M:%SZ") }
    let year = parts.tm_year + 1900
    return String(unsafeUninitializedCapacity: 20) { buffer in
      var count = 0
      func write(_ number: Int32, _ mark: Unicode.Scalar? = nil) {
        buffer[count] = 48 + UInt8(number / 10)
        buffer[count + 1] = 48 + UInt8(number % 10)
        count += 2
        guard let mark else { return }
        buffer[count] = UInt8(ascii: mark)
        count += 1
      }
      write(year / 100)
      write(year % 100, "-")
      write(parts.tm_mon + 1, "-")
      write(parts.tm_mday, "T")
      write(parts.tm_hour, ":")
      write(parts.tm_min, ":")
      write(parts.tm_sec, "Z")
      return count
    }
  }

  /// The time in ISO 8601, UTC, with milliseconds: `2024-11-01T12:00:00.250Z`.
  package var iso8601Milliseconds: String {
    let remainder = nanoseconds % 1_000_000_000
    let milliseconds = (remainder < 0 ? remainder + 1_000_000_000 : remainder) / 1_000_000
    let digits = String(1000 + milliseconds).dropFirst()
    return "\(iso8601.dropLast()).\(digits)Z"
  }

  /// Formats with strftime(3). The process uses the C locale, so month and day names are English.
  private func formatted(_ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = strftime(buffer.baseAddress, buffer.count, format, &parts)
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
  }
}
