import Dispatch
import Synchronization

/// Calls a task by the machine's time, independent of the clocks of worlds: once, at a time that can be set repeatedly,
/// or at intervals. Calls never overlap; each timer has its own queue.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, and nothing else happens
/// to it after `init`.
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

  /// A timer that calls repeatedly, for the first time after one interval. If there is nothing to do it pauses until
  /// ``wake()``, so that an idle server uses no processor time.
  ///
  /// - Parameters:
  ///   - milliseconds: The interval, at least 1.
  ///   - isNeeded: Whether there is something to do; called at the beginning and after each call of the task.
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

  /// Sets the time of the next call, and replaces a previous one.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time until then; negative values count as 0.
  package func set(afterNanoseconds nanoseconds: Int64) {
    source.schedule(deadline: .now() + .nanoseconds(Int(max(0, nanoseconds))), leeway: .microseconds(500))
  }

  /// Ends the pause of a timer with an interval: there is something to do again. Cheap when it is not paused.
  package func wake() {
    guard isResting.load(ordering: .acquiring), isResting.exchange(false, ordering: .acquiringAndReleasing) else {
      return
    }
    repeatCalls()
  }

  /// Stops; a running call ends.
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
    // There may be something to do since the task checked and before `isResting` was set.
    if isNeeded() { wake() }
  }
}
