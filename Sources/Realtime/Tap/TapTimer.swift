import Dispatch

/// Has something done later, by real time, on any thread: what a tap delays its messages with.
package typealias TapScheduler = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void

/// The timer of all delayed messages: one queue, which sleeps while nothing is due.
package final class TapTimer: Sendable {
  private let queue = DispatchQueue(label: "mock-api.taps")

  /// A timer for which nothing is due.
  package init() {}

  /// Has something done so many milliseconds from now; at once when there are none.
  package func schedule(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds)), execute: body)
  }
}
