import Dispatch
import Foundation

/// Waits for SIGINT or SIGTERM. Made before any other thread, so that no signal ends the process by default.
final class StopSignals {
  private let arrived = DispatchSemaphore(value: 0)
  private let sources: [any DispatchSourceSignal]

  init() {
    let arrived = self.arrived
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { arrived.signal() }
      source.resume()
      return source
    }
  }

  /// Returns at the first signal; a second one then ends the process at once.
  func wait() {
    arrived.wait()
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
