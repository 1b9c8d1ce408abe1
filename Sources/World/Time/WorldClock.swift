import Locking
import Platform

/// The clock of one world: it runs with the machine's, is frozen, or runs faster, as a test requires.
package final class WorldClock: Sendable {
  private struct State {
    /// The world's time at the anchor.
    var wall: Timestamp
    /// Elapsed time of the world up to the anchor, in nanoseconds; never decreases.
    var elapsed: Int64
    /// The machine's monotonic time that corresponds to `wall` and `elapsed`.
    var anchor: Int64
    /// World seconds for each real second.
    var rate: Double = 1
    var isFrozen = false
    /// Whether it shows another time than the machine's, or may.
    var isAdjusted = false
    /// Notified of each change.
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

  private let state: OrderedMutex<State>
  private let monotonic: @Sendable () -> Int64

  /// Creates a clock that starts at a time.
  ///
  /// - Parameters:
  ///   - start: The world's time now; the machine's when nil.
  ///   - monotonic: The source of real time in nanoseconds, replaced by tests.
  package init(
    start: Timestamp? = nil, monotonic: @escaping @Sendable () -> Int64 = SystemTime.monotonicNanoseconds
  ) {
    self.monotonic = monotonic
    state = OrderedMutex(
      .clock, State(wall: start ?? SystemTime.wall(), elapsed: 0, anchor: monotonic(), isAdjusted: start != nil))
  }

  /// The state of a clock, to show and for snapshots.
  package struct Status: Sendable, Equatable {
    package let now: Timestamp
    package let isFrozen: Bool
    /// World seconds for each real second.
    package let rate: Double
    /// Whether it was ever set, advanced, frozen or given another rate; otherwise it shows the machine's time.
    package let isAdjusted: Bool
  }

  /// Its current state.
  package var status: Status {
    let monotonic = monotonic()
    return state.withLock { state in
      Status(
        now: state.wall.advanced(byNanoseconds: state.passed(at: monotonic)), isFrozen: state.isFrozen,
        rate: state.rate, isAdjusted: state.isAdjusted)
    }
  }

  /// Restores the state of a clock; one that showed the machine's time shows it again.
  package func restore(_ status: Status) {
    guard status.isAdjusted else { return reset() }
    set(status.now)
    change { ($0.isFrozen, $0.rate) = (status.isFrozen, status.rate) }
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

  /// Elapsed nanoseconds since the world began; setting the time of day back does not decrease them, so intervals are
  /// measured with them.
  package var elapsedNanoseconds: Int64 {
    let monotonic = monotonic()
    return state.withLock { $0.elapsed.saturatingAdd($0.passed(at: monotonic)) }
  }

  /// Both times of a clock at one reading.
  package struct Instant: Sendable, Equatable {
    /// The world's time of day.
    package let now: Timestamp
    /// Elapsed nanoseconds since the world began; see ``WorldClock/elapsedNanoseconds``.
    package let elapsed: Int64
  }

  /// Both times, read together.
  package var instant: Instant {
    let monotonic = monotonic()
    return state.withLock { state in
      let passed = state.passed(at: monotonic)
      return Instant(now: state.wall.advanced(byNanoseconds: passed), elapsed: state.elapsed.saturatingAdd(passed))
    }
  }

  /// When it will reach an elapsed time, unless it is changed before; nil when it is frozen or never reaches it.
  ///
  /// - Parameters:
  ///   - elapsed: In nanoseconds of ``elapsedNanoseconds``.
  /// - Returns: Nanoseconds of real time, in the past if it has reached the time.
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

  /// Sets the closure that is called for each change, on the thread that makes it.
  func whenChanged(_ report: @escaping @Sendable () -> Void) {
    state.withLock { $0.changed = report }
  }

  /// Freezes the clock, or lets it continue from its current time.
  package func freeze(_ frozen: Bool) {
    change { $0.isFrozen = frozen }
  }

  /// Sets the time of day. A step forward counts as elapsed time, a step backward does not.
  package func set(_ time: Timestamp) {
    change { state in
      let (delta, overflow) = time.nanoseconds.subtractingReportingOverflow(state.wall.nanoseconds)
      state.elapsed = state.elapsed.saturatingAdd(overflow ? 0 : max(0, delta))
      state.wall = time
    }
  }

  /// Advances the time immediately, frozen or not.
  ///
  /// - Parameters:
  ///   - nanoseconds: Nanoseconds to add; negative values count as zero.
  package func advance(nanoseconds: Int64) {
    change { state in
      state.wall = state.wall.advanced(byNanoseconds: max(0, nanoseconds))
      state.elapsed = state.elapsed.saturatingAdd(max(0, nanoseconds))
    }
  }

  /// Sets the rate relative to real time; 0, a negative number or NaN counts as 1.
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

/// The machine's clocks. Only this code reads them: everything else uses its world's ``WorldClock``.
package enum SystemTime {
  /// The time of day.
  package static func wall() -> Timestamp {
    Timestamp(nanoseconds: read(CLOCK_REALTIME))
  }

  /// Nanoseconds since some time before the process began. Never decreases, and includes the time that the machine is
  /// suspended, so that tokens expire meanwhile.
  package static func monotonicNanoseconds() -> Int64 {
    #if os(Linux)
      read(CLOCK_BOOTTIME)
    #else
      read(CLOCK_MONOTONIC)
    #endif
  }

  /// The processor time that the calling thread has used, in nanoseconds.
  package static func threadNanoseconds() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A point in time, in nanoseconds since 1970-01-01T00:00:00Z; from 1677 to 2262.
package struct Timestamp: Sendable, Hashable, Comparable {
  package var nanoseconds: Int64

  /// A timestamp from nanoseconds since 1970.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A timestamp from seconds since 1970, clamped to the range.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The beginning of its day in UTC.
  package var startOfDay: Timestamp {
    let seconds = seconds
    let second = seconds % 86_400
    return Timestamp(seconds: seconds - (second < 0 ? second + 86_400 : second))
  }

  /// The timestamp this many nanoseconds later (or earlier), clamped to the range.
  package func advanced(byNanoseconds delta: Int64) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(delta)
    return Timestamp(nanoseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// The `Date` header of a world, formatted once a second for all responses.
package final class DateHeaderCache: Sendable {
  private let clock: WorldClock
  private let cached = OrderedMutex<(second: Int64, text: String)>(.leaf, (.min, ""))

  /// Creates a cache for a clock.
  package init(_ clock: WorldClock) {
    self.clock = clock
  }

  /// The current second as an HTTP date.
  package var text: String {
    let now = clock.now
    return cached.withLock { cached in
      if cached.second != now.seconds { cached = (now.seconds, now.httpDate) }
      return cached.text
    }
  }
}

/// Arithmetic on numbers from outside (rows that tests edit, imported states, seeds, clocks that tests set), which
/// saturates where the operators would end the process.
extension Int64 {
  /// The sum, clamped to the range.
  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, clamped to the range.
  package func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product of two numbers that are not negative, clamped to the range.
  package func saturatingMultiply(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
