import Contract
import HTTPCore
import JSON
import Locking
import Synthesis
import World

/// Sends the events of a stream one after another, as the world's clock goes on, until the last one or until the client
/// leaves.
final class EventFeed: Sendable {
  private let stream = BodyStream()
  private let world: World
  private let interval: Int64
  private let events: [[UInt8]]
  private let next = OrderedMutex(.leaf, 0)

  private init(_ events: [[UInt8]], _ world: World, interval: Int64) {
    (self.events, self.world, self.interval) = (events, world, interval)
  }

  /// A stream that has sent its first event.
  ///
  /// - Parameters:
  ///   - interval: The time between two events in nanoseconds of the world's clock.
  static func stream(_ events: [[UInt8]], _ world: World, interval: Int64) -> BodyStream {
    let feed = EventFeed(events, world, interval: interval)
    feed.stream.onAbandoned { [weak feed] in feed?.stop() }
    feed.send()
    return feed.stream
  }

  private func send() {
    let index = next.withLock { index in
      defer { index += 1 }
      return index
    }
    if index < events.count { stream.push(events[index]) }
    guard index + 1 < events.count, !stream.isAbandoned else {
      stream.finish()
      return
    }
    let due = world.clock.elapsedNanoseconds.saturatingAdd(interval)
    // The alarm keeps the feed.
    world.alarms.set(self, at: due) { self.send() }
  }

  private func stop() { world.alarms.set(self, at: nil) {} }
}
