import HTTPCore
import Logging
import Store
import World

/// Tells of what took long, so that whoever waits for a test learns why.
struct SlowLog: Sendable {
  /// A request that took this long is told of, in microseconds; the wishes of faults do not count.
  private static let requestMicroseconds: Int64 = 500_000
  private static let longestStatement = 300

  let logger: Logger

  /// Records a request.
  ///
  /// - Parameters:
  ///   - operation: What answered it; nil for nothing that there is.
  func record(
    _ method: String, _ path: String, world: String, operation: String?, microseconds: Int64
  ) {
    guard microseconds >= Self.requestMicroseconds else { return }
    logger.warning(
      "slow request",
      metadata: [
        "method": "\(method)", "path": "\(path.clipped(to: 200))", "world": "\(world)",
        "milliseconds": "\(microseconds / 1000)", "where": "\(operation ?? "no operation")",
      ])
  }

  /// Records that a world's database could be used by nobody else for long.
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
