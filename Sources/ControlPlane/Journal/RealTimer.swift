import Dispatch

/// Calls after some real time, once or again and again; whatever the world's clock does, a client waits in real time.
///
/// `@unchecked Sendable` because a dispatch source may be cancelled from any thread, which is all that is done with it
/// after `init`.
final class RealTimer: @unchecked Sendable {
  private let source: any DispatchSourceTimer

  /// Begins at once.
  ///
  /// - Parameters:
  ///   - milliseconds: Until the first call, and between two.
  init(milliseconds: Int, repeats: Bool, _ task: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: .global())
    let interval = DispatchTimeInterval.milliseconds(max(1, milliseconds))
    source.schedule(deadline: .now() + interval, repeating: repeats ? interval : .never)
    source.setEventHandler(handler: task)
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Calls no more.
  func cancel() {
    source.cancel()
  }
}
