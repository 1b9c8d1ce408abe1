import Synchronization

/// The `Date` header of a world, formatted once a second however many answers carry it.
package final class DateHeaderCache: Sendable {
  private let clock: WorldClock
  private let cached = Mutex<(second: Int64, text: String)>((.min, ""))

  /// A cache over a clock.
  package init(_ clock: WorldClock) {
    self.clock = clock
  }

  /// The present second as an HTTP date.
  package var text: String {
    let now = clock.now
    return cached.withLock { cached in
      if cached.second != now.seconds { cached = (now.seconds, now.httpDate) }
      return cached.text
    }
  }
}
