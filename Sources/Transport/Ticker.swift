import Dispatch

/// Repeats a task on a queue of its own until it is stopped.
///
/// `@unchecked Sendable` because a dispatch source may be cancelled from any thread, which is all that is done
/// with it after `init`.
package final class Ticker: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  /// Begins at once; the first call comes after one interval.
  ///
  /// - Parameters:
  ///   - interval: Milliseconds of real time between two calls.
  package init(everyMilliseconds interval: Int, _ task: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.ticker"))
    timer.schedule(
      deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 5))
    timer.setEventHandler(handler: task)
    timer.resume()
  }

  /// Calls no more once a call under way has ended.
  package func stop() {
    timer.cancel()
  }
}
