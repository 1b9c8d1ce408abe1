#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A turn on the database that took long.
package struct LongTurn: Sendable {
  /// How long nobody else could use the database, in nanoseconds.
  package let nanoseconds: Int64
  /// The statement that took the most of it, and how much; nil when there was none.
  package let statement: (sql: String, nanoseconds: Int64)?
}

/// Times what happens on one database. Used in turn.
///
/// `@unchecked Sendable` because its times are touched only by the thread whose turn it is on the database.
final class StoreWatch: @unchecked Sendable {
  private var slowest: (sql: String, nanoseconds: Int64)?
  private let limit: Int64
  private let report: @Sendable (LongTurn) -> Void

  /// - Parameters:
  ///   - limit: How many nanoseconds are long.
  ///   - report: Told of each turn that took at least that, after it.
  init(limit: Int64, report: @escaping @Sendable (LongTurn) -> Void) {
    (self.limit, self.report) = (limit, report)
  }

  /// Nanoseconds of a clock that only goes forward, exact to some milliseconds: it is read for every statement, and this
  /// one costs a fraction of the exact one.
  static func now() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Notes how long a statement took.
  func note(_ sql: String, since start: Int64) {
    let nanoseconds = Self.now() - start
    if nanoseconds > slowest?.nanoseconds ?? 0 { slowest = (sql, nanoseconds) }
  }

  /// Ends a turn.
  ///
  /// - Returns: What to call once the turn is over; nil when it was short.
  func end(since start: Int64) -> (() -> Void)? {
    defer { slowest = nil }
    let nanoseconds = Self.now() - start
    guard nanoseconds >= limit else { return nil }
    let turn = LongTurn(nanoseconds: nanoseconds, statement: slowest)
    return { self.report(turn) }
  }
}
