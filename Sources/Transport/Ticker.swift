import Dispatch
import Synchronization

/// Repeats a task on a queue of its own until it is stopped; where there is nothing to do for now, it rests until it is
/// woken, so that an idle server does nothing.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, which is all that is done
/// with it after `init`.
package final class Ticker: @unchecked Sendable {
  private let timer: any DispatchSourceTimer
  private let interval: Int
  private let isResting = Atomic(false)

  /// Begins at once, or rests; the first call comes after one interval.
  ///
  /// - Parameters:
  ///   - interval: Milliseconds of real time between two calls.
  ///   - isNeeded: Whether there is something to do; asked after each call.
  package init(
    everyMilliseconds interval: Int, while isNeeded: @escaping @Sendable () -> Bool = { true },
    do task: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.ticker"))
    timer.setEventHandler { [weak self] in
      task()
      if !isNeeded() { self?.rest(unless: isNeeded) }
    }
    set()
    timer.resume()
    if !isNeeded() { rest(unless: isNeeded) }
  }

  /// There is something to do again. Costs next to nothing when it does not rest.
  package func wake() {
    guard isResting.load(ordering: .acquiring), isResting.exchange(false, ordering: .acquiringAndReleasing) else {
      return
    }
    set()
  }

  /// Calls no more once a call under way has ended.
  package func stop() {
    timer.cancel()
  }

  private func set() {
    timer.schedule(
      deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 5))
  }

  private func rest(unless isNeeded: () -> Bool) {
    timer.schedule(deadline: .distantFuture)
    isResting.store(true, ordering: .releasing)
    // Somebody may have come before it could be woken.
    if isNeeded() { wake() }
  }
}
