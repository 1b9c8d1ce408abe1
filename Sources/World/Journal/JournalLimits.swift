import Synchronization

/// How much a journal keeps.
package struct JournalLimits: Sendable, Equatable {
  /// The most exchanges that a journal may be set to keep.
  package static let maximumEntries = 1_000_000

  /// The exchanges that are kept, and as many frames; 0 turns the journal off. At most a million.
  package var entries: Int
  /// The bytes that all entries may hold together: three quarters of them exchanges, the rest frames, so that
  /// a busy socket does not push out the requests that a test asks about.
  package var bytes: Int
  /// The bytes of one body or payload that are kept; longer ones are cut there.
  package var bodyBytes: Int
  /// The frames that are kept in a second of real time; further ones are counted only.
  package var framesPerSecond: Int

  /// Limits as given, each brought into its range.
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

/// Lets so many frames a second through and counts the others: a broadcast to a thousand sockets must not cost a
/// thousand entries.
final class FrameGate: Sendable {
  private let perSecond: Int
  private let monotonic: @Sendable () -> Int64
  /// When the second began that is counted in, and what came in it.
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
  /// - Returns: whether it is one of those that are kept.
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

  /// Frames that were not let through.
  var leftOut: Int { omitted.load(ordering: .relaxed) }

  /// Counts them from 0 again.
  func forgetLeftOut() {
    omitted.store(0, ordering: .relaxed)
  }
}
