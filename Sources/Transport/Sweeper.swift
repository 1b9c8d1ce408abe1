import Dispatch

/// Repeats a task on a queue of its own until it is stopped.
///
/// `@unchecked Sendable` because a dispatch source may be cancelled from any thread, which is all that is done
/// with it after `init`.
final class Sweeper: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  init(everyMilliseconds interval: Int32, _ task: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.sweeper"))
    timer.schedule(
      deadline: .now() + .milliseconds(Int(interval)), repeating: .milliseconds(Int(interval)),
      leeway: .milliseconds(100))
    timer.setEventHandler(handler: task)
    timer.resume()
  }

  func stop() {
    timer.cancel()
  }
}
