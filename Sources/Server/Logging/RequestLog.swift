import HTTPCore
import JSON
import Logging
import Store
import World

/// Logs slow requests, to explain slow tests.
struct SlowLog: Sendable {
  /// A request that takes this long is logged, in microseconds; delays by faults do not count.
  static let requestMicroseconds: Int64 = 500_000
  private static let longestStatement = 300

  let logger: Logger

  /// Logs a slow request.
  ///
  /// - Parameters:
  ///   - operation: The operation that handled it; nil for none.
  func record(
    _ method: String, _ path: String, world: String, operation: String?, microseconds: Int64
  ) {
    logger.warning(
      "slow request",
      metadata: [
        "method": "\(method)", "path": "\(path.clipped(to: 200))", "world": "\(world)",
        "milliseconds": "\(microseconds / 1000)", "where": "\(operation ?? "no operation")",
      ])
  }

  /// Logs that one use of a world's database made all others wait for long.
  func record(_ turn: LongTurn, world: String) {
    let statement = turn.statement.map { statement in
      let sql = statement.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "\(statement.nanoseconds / 1_000_000) ms in \(sql.clipped(to: Self.longestStatement))"
    }
    logger.warning(
      "slow database",
      metadata: [
        "world": "\(world)", "milliseconds": "\(turn.nanoseconds / 1_000_000)",
        "where": "\(statement ?? "a copy of the whole")",
      ])
  }
}
