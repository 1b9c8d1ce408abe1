import Synchronization

/// What shall happen at some moment of a world's time: one alarm for each owner.
package final class Alarms: Sendable {
  private struct Alarm {
    let due: Int64
    let ring: @Sendable () -> Void
  }

  private struct State {
    var alarms: [ObjectIdentifier: Alarm] = [:]
    /// Not later than the first alarm, so that a look before it costs nothing.
    var earliest = Int64.max
  }

  private let state = Mutex(State())

  /// No alarms.
  package init() {}

  /// Sets an owner's alarm, instead of the one it had.
  ///
  /// - Parameters:
  ///   - due: In nanoseconds of ``WorldClock/elapsedNanoseconds``; nil for no alarm.
  ///   - ring: Called once, on any thread, when the clock has got there.
  package func set(_ owner: AnyObject, at due: Int64?, ring: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard let due else {
        state.alarms[ObjectIdentifier(owner)] = nil
        return
      }
      state.alarms[ObjectIdentifier(owner)] = Alarm(due: due, ring: ring)
      state.earliest = min(state.earliest, due)
    }
  }

  /// Rings every alarm that is due, the earliest first.
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
