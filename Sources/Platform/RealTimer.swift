import Dispatch
import Synchronization

/// Calls a task by the machine's time, whatever the clocks of the worlds say: once, at a time that can be set again and
/// again, or at intervals. Calls never overlap; each timer has a queue of its own.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, which is all that is done
/// with it after `init`.
package final class RealTimer: @unchecked Sendable {
  private let source: any DispatchSourceTimer
  /// The time between two calls; 0 for a timer that calls once for each ``set(afterNanoseconds:)``.
  private let intervalMilliseconds: Int
  private let isResting = Atomic(false)

  /// A timer that calls once for each ``set(afterNanoseconds:)``, and not before the first.
  package init(_ task: @escaping @Sendable () -> Void) {
    intervalMilliseconds = 0
    source = Self.makeSource()
    source.schedule(deadline: .distantFuture)
    source.setEventHandler(handler: task)
    source.resume()
  }

  /// A timer that calls once.
  ///
  /// - Parameters:
  ///   - milliseconds: The time until then, at least 1.
  package convenience init(afterMilliseconds milliseconds: Int, do task: @escaping @Sendable () -> Void) {
    self.init(task)
    set(afterNanoseconds: Int64(max(1, milliseconds)) * 1_000_000)
  }

  /// A timer that calls again and again, for the first time after one interval. Where there is nothing to do for now it
  /// rests until ``wake()``, so that an idle server uses no processor time.
  ///
  /// - Parameters:
  ///   - milliseconds: The interval, at least 1.
  ///   - isNeeded: Whether there is something to do; asked at the beginning and after each call.
  package init(
    everyMilliseconds milliseconds: Int, while isNeeded: @escaping @Sendable () -> Bool = { true },
    do task: @escaping @Sendable () -> Void
  ) {
    intervalMilliseconds = max(1, milliseconds)
    source = Self.makeSource()
    source.setEventHandler { [weak self] in
      task()
      if !isNeeded() { self?.rest(unless: isNeeded) }
    }
    repeatCalls()
    source.resume()
    if !isNeeded() { rest(unless: isNeeded) }
  }

  deinit {
    source.cancel()
  }

  /// Sets the time of the next call, in place of one that was set before.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time until then; what is less than 0 counts as 0.
  package func set(afterNanoseconds nanoseconds: Int64) {
    source.schedule(deadline: .now() + .nanoseconds(Int(max(0, nanoseconds))), leeway: .microseconds(500))
  }

  /// Ends the rest of a timer with an interval: there is something to do again. Costs next to nothing when it does not
  /// rest.
  package func wake() {
    guard isResting.load(ordering: .acquiring), isResting.exchange(false, ordering: .acquiringAndReleasing) else {
      return
    }
    repeatCalls()
  }

  /// Calls no more; a call that is under way ends.
  package func stop() {
    source.cancel()
  }

  private static func makeSource() -> any DispatchSourceTimer {
    DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.timer"))
  }

  private func repeatCalls() {
    source.schedule(
      deadline: .now() + .milliseconds(intervalMilliseconds), repeating: .milliseconds(intervalMilliseconds),
      leeway: .milliseconds(intervalMilliseconds / 5))
  }

  private func rest(unless isNeeded: () -> Bool) {
    source.schedule(deadline: .distantFuture)
    isResting.store(true, ordering: .releasing)
    // Something to do may have come after the task looked and before `isResting` was set.
    if isNeeded() { wake() }
  }
}
