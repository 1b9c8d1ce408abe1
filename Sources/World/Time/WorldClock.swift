import Synchronization

/// The clock of one world: it runs with the machine's, or stands still, or runs faster, as a test wishes.
package final class WorldClock: Sendable {
  private struct State {
    /// The world's time at the anchor.
    var wall: Timestamp
    /// Time that has passed in the world up to the anchor, in nanoseconds; never shrinks.
    var elapsed: Int64
    /// The machine's monotonic time at which `wall` and `elapsed` held.
    var anchor: Int64
    /// World seconds for each real second.
    var rate: Double = 1
    var isFrozen = false
    /// Whether it shows another time than the machine's, or may.
    var isAdjusted = false
    /// Told of each change.
    var changed: (@Sendable () -> Void)?

    mutating func settle(at monotonic: Int64) {
      let passed = self.passed(at: monotonic)
      wall = wall.advanced(byNanoseconds: passed)
      elapsed = elapsed.saturatingAdd(passed)
      anchor = monotonic
    }

    func passed(at monotonic: Int64) -> Int64 {
      guard !isFrozen else { return 0 }
      let real = max(0, monotonic &- anchor)
      if rate == 1 { return real }
      let scaled = Double(real) * rate
      return scaled < Double(Int64.max) ? Int64(scaled) : .max
    }
  }

  private let state: Mutex<State>
  private let monotonic: @Sendable () -> Int64

  /// A clock that runs from a moment on.
  ///
  /// - Parameters:
  ///   - start: The world's time now; the machine's when nil.
  ///   - monotonic: The source of real time in nanoseconds, replaced by tests.
  package init(
    start: Timestamp? = nil, monotonic: @escaping @Sendable () -> Int64 = SystemTime.monotonicNanoseconds
  ) {
    self.monotonic = monotonic
    state = Mutex(
      State(wall: start ?? SystemTime.wall(), elapsed: 0, anchor: monotonic(), isAdjusted: start != nil))
  }

  /// How a clock stands, for people and for images.
  package struct Reading: Sendable, Equatable {
    package let now: Timestamp
    package let isFrozen: Bool
    /// World seconds for each real second.
    package let rate: Double
    /// Whether it was ever set, advanced, frozen or given another rate; else it shows the machine's time.
    package let isAdjusted: Bool
  }

  /// How it stands now.
  package var reading: Reading {
    let monotonic = monotonic()
    return state.withLock { state in
      Reading(
        now: state.wall.advanced(byNanoseconds: state.passed(at: monotonic)), isFrozen: state.isFrozen,
        rate: state.rate, isAdjusted: state.isAdjusted)
    }
  }

  /// Stands as another clock stood; one that showed the machine's time shows it again.
  package func restore(_ reading: Reading) {
    guard reading.isAdjusted else { return reset() }
    set(reading.now)
    change { ($0.isFrozen, $0.rate) = (reading.isFrozen, reading.rate) }
  }

  /// Shows the machine's time again.
  package func reset() {
    set(SystemTime.wall())
    change { ($0.isFrozen, $0.rate, $0.isAdjusted) = (false, 1, false) }
  }

  /// The world's time of day.
  package var now: Timestamp {
    let monotonic = monotonic()
    return state.withLock { $0.wall.advanced(byNanoseconds: $0.passed(at: monotonic)) }
  }

  /// Nanoseconds that have passed in the world since it began; setting the time of day back does not take any
  /// of them away, so intervals are measured by it.
  package var elapsedNanoseconds: Int64 {
    let monotonic = monotonic()
    return state.withLock { $0.elapsed.saturatingAdd($0.passed(at: monotonic)) }
  }

  /// Its two times at one moment.
  package struct Instant: Sendable, Equatable {
    /// The world's time of day.
    package let now: Timestamp
    /// Nanoseconds that have passed in the world since it began; see ``WorldClock/elapsedNanoseconds``.
    package let elapsed: Int64
  }

  /// Both of its times, read at once.
  package var instant: Instant {
    let monotonic = monotonic()
    return state.withLock { state in
      let passed = state.passed(at: monotonic)
      return Instant(now: state.wall.advanced(byNanoseconds: passed), elapsed: state.elapsed.saturatingAdd(passed))
    }
  }

  /// When it gets somewhere, unless it is changed before; nil when it stands still or never gets there.
  ///
  /// - Parameters:
  ///   - elapsed: In nanoseconds of ``elapsedNanoseconds``.
  /// - Returns: Nanoseconds of real time, past ones when it has got there.
  package func monotonicNanoseconds(whenElapsed elapsed: Int64) -> Int64? {
    state.withLock { state in
      let (remaining, overflow) = elapsed.subtractingReportingOverflow(state.elapsed)
      guard !overflow, remaining > 0 else { return overflow ? nil : state.anchor }
      guard !state.isFrozen else { return nil }
      let real = (Double(remaining) / state.rate).rounded(.up)
      let nanoseconds = state.rate == 1 ? remaining : real < Double(Int64.max) ? Int64(real) : .max
      let (due, isNever) = state.anchor.addingReportingOverflow(nanoseconds)
      return isNever ? nil : due
    }
  }

  /// Has somebody told of each change, on the thread that makes it.
  func whenChanged(_ tell: @escaping @Sendable () -> Void) {
    state.withLock { $0.changed = tell }
  }

  /// Stops the clock, or lets it go on from where it stands.
  package func freeze(_ frozen: Bool) {
    change { $0.isFrozen = frozen }
  }

  /// Sets the time of day. Forward counts as time passed, backward as none.
  package func set(_ time: Timestamp) {
    change { state in
      let (delta, overflow) = time.nanoseconds.subtractingReportingOverflow(state.wall.nanoseconds)
      state.elapsed = state.elapsed.saturatingAdd(overflow ? 0 : max(0, delta))
      state.wall = time
    }
  }

  /// Lets time pass at once, frozen or not.
  ///
  /// - Parameters:
  ///   - nanoseconds: How much; negative values count as zero.
  package func advance(nanoseconds: Int64) {
    change { state in
      state.wall = state.wall.advanced(byNanoseconds: max(0, nanoseconds))
      state.elapsed = state.elapsed.saturatingAdd(max(0, nanoseconds))
    }
  }

  /// Lets time pass so many times faster than real time; 0 or less, or no number, counts as 1.
  package func run(rate: Double) {
    change { $0.rate = rate.isFinite && rate > 0 ? rate : 1 }
  }

  private func change(_ body: (inout State) -> Void) {
    let monotonic = monotonic()
    let changed = state.withLock { state in
      state.settle(at: monotonic)
      state.isAdjusted = true
      body(&state)
      return state.changed
    }
    changed?()
  }
}
