import Locking

/// Closures to be called at times of a world's clock, one for each owner.
package final class Alarms: Sendable {
  private struct Alarm {
    let due: Int64
    let ring: @Sendable () -> Void
  }

  private struct State {
    var alarms: [ObjectIdentifier: Alarm] = [:]
    /// Not later than the first alarm, so that a check before it costs nothing.
    var earliest = Int64.max
    /// Notified of an alarm that is due before all others.
    var sooner: (@Sendable (Int64) -> Void)?
  }

  private let state = OrderedMutex(.leaf, State())

  /// Creates an empty set.
  package init() {}

  /// Sets an owner's alarm, and replaces its previous one.
  ///
  /// - Parameters:
  ///   - due: In nanoseconds of ``WorldClock/elapsedNanoseconds``; nil for no alarm.
  ///   - ring: Called once, on any thread, when the clock has reached the time.
  package func set(_ owner: AnyObject, at due: Int64?, ring: @escaping @Sendable () -> Void) {
    let sooner = state.withLock { state -> (@Sendable (Int64) -> Void)? in
      guard let due else {
        state.alarms[ObjectIdentifier(owner)] = nil
        return nil
      }
      state.alarms[ObjectIdentifier(owner)] = Alarm(due: due, ring: ring)
      guard due < state.earliest else { return nil }
      state.earliest = due
      return state.sooner
    }
    if let due { sooner?(due) }
  }

  /// Sets the closure that is called for each alarm that is due before all others, on the thread that sets the alarm.
  func whenSooner(_ report: @escaping @Sendable (_ due: Int64) -> Void) {
    state.withLock { $0.sooner = report }
  }

  /// A time before which no alarm is due; nil without alarms.
  var earliest: Int64? {
    state.withLock { $0.alarms.isEmpty ? nil : $0.earliest }
  }

  /// Runs every alarm that is due, the earliest first.
  ///
  /// - Parameters:
  ///   - now: In nanoseconds of ``WorldClock/elapsedNanoseconds``.
  package func run(now: Int64) {
    let due = state.withLock { state -> [Alarm] in
      guard state.earliest <= now else { return [] }
      let due = state.alarms.filter { $0.value.due <= now }
      for key in due.keys { state.alarms[key] = nil }
      state.earliest = state.alarms.values.map(\.due).min() ?? .max
      return due.values.sorted { $0.due < $1.due }
    }
    for alarm in due { alarm.ring() }
  }
}
