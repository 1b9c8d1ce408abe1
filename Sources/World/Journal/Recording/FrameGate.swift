import Synchronization

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
