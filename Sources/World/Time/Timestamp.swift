#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A moment, in nanoseconds since 1970-01-01T00:00:00Z; from 1677 to 2262.
package struct Timestamp: Sendable, Hashable, Comparable {
  package var nanoseconds: Int64

  /// A moment by its nanoseconds since 1970.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A moment by its seconds since 1970, clamped to the range.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The moment so many nanoseconds later (or earlier), clamped to the range.
  package func advanced(byNanoseconds delta: Int64) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(delta)
    return Timestamp(nanoseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment as an HTTP date (IMF-fixdate, RFC 9110 §5.6.7): `Fri, 01 Nov 2024 12:00:00 GMT`.
  package var httpDate: String { formatted("%a, %d %b %Y %H:%M:%S GMT") }

  /// The moment in ISO 8601, UTC, whole seconds (CONTRACT G11): `2024-11-01T12:00:00Z`.
  package var iso8601: String { formatted("%Y-%m-%dT%H:%M:%SZ") }

  /// Formats by strftime(3). The process keeps the C locale, so month and day names are English.
  private func formatted(_ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let length = strftime(buffer.baseAddress, buffer.count, format, &parts)
      return String(decoding: buffer.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
