import Synchronization

/// The capacity of a journal.
package struct JournalLimits: Sendable, Equatable {
  /// The largest allowed value of ``entries``.
  package static let maximumEntries = 1_000_000

  /// The number of exchanges that are kept, and of frames; 0 turns the journal off. At most a million.
  package var entries: Int
  /// The largest size of all entries in bytes: three quarters for exchanges, the rest for frames, so that a busy socket
  /// does not displace the requests that a test verifies.
  package var bytes: Int
  /// The largest size of one body or payload in bytes; longer ones are truncated.
  package var bodyBytes: Int
  /// The frames that are kept per second of real time; further ones are only counted.
  package var framesPerSecond: Int

  /// Creates limits; each value is clamped to its range.
  package init(
    entries: Int = 2000, bytes: Int = 16 << 20, bodyBytes: Int = 32 << 10, framesPerSecond: Int = 2000
  ) {
    self.entries = min(max(entries, 0), Self.maximumEntries)
    self.bytes = max(bytes, 0)
    self.bodyBytes = max(bodyBytes, 0)
    self.framesPerSecond = max(framesPerSecond, 0)
  }

  /// Nothing is kept.
  package static let off = JournalLimits(entries: 0)
}

/// Admits a number of frames per second and counts the others: a broadcast to a thousand sockets must not cost a
/// thousand entries.
final class FrameGate: Sendable {
  private let perSecond: Int
  private let monotonic: @Sendable () -> Int64
  /// When the current second began, and the number of frames in it.
  private let windowStart: Atomic<Int64>
  private let inWindow = Atomic(0)
  private let omitted = Atomic(0)

  init(perSecond: Int, monotonic: @escaping @Sendable () -> Int64) {
    self.perSecond = perSecond
    self.monotonic = monotonic
    windowStart = Atomic(monotonic())
  }

  /// Counts a frame.
  ///
  /// - Returns: whether the frame is kept.
  func admits() -> Bool {
    let now = monotonic()
    let start = windowStart.load(ordering: .relaxed)
    if now &- start >= 1_000_000_000,
      windowStart.compareExchange(expected: start, desired: now, ordering: .relaxed).exchanged
    {
      inWindow.store(0, ordering: .relaxed)
    }
    if inWindow.wrappingAdd(1, ordering: .relaxed).newValue <= perSecond { return true }
    omitted.wrappingAdd(1, ordering: .relaxed)
    return false
  }

  /// The number of frames that were not admitted.
  var leftOut: Int { omitted.load(ordering: .relaxed) }

  /// Resets the count to 0.
  func forgetLeftOut() {
    omitted.store(0, ordering: .relaxed)
  }
}
