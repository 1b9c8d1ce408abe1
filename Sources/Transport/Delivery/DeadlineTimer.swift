import Dispatch
import World

/// Calls once at the time that it was last set to, on a queue of its own.
///
/// `@unchecked Sendable` because a dispatch source may be set and cancelled from any thread, which is all that is done
/// with it after `init`.
package final class DeadlineTimer: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  /// A timer that is not set yet.
  package init(_ task: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "mock-api.deadlines"))
    timer.schedule(deadline: .distantFuture)
    timer.setEventHandler(handler: task)
    timer.resume()
  }

  /// Sets it anew.
  ///
  /// - Parameters:
  ///   - deadline: In nanoseconds of ``SystemTime``; at once when that is past.
  package func set(_ deadline: Int64) {
    let nanoseconds = max(0, deadline - SystemTime.monotonicNanoseconds())
    timer.schedule(deadline: .now() + .nanoseconds(Int(clamping: nanoseconds)), leeway: .microseconds(500))
  }

  /// Calls no more once a call under way has ended.
  package func stop() {
    timer.cancel()
  }
}
