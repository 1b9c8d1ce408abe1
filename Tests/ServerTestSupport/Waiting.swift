import Foundation
import World

/// Asks again and again whether a condition holds; false when it did not within the time.
package func holds(withinSeconds seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = SystemTime.monotonicNanoseconds() + Int64(seconds * 1e9)
  while true {
    if try condition() { return true }
    if SystemTime.monotonicNanoseconds() > deadline { return false }
    usleep(2000)
  }
}

/// How long something takes, in seconds.
package func secondsTaken(_ body: () throws -> Void) rethrows -> Double {
  let start = SystemTime.monotonicNanoseconds()
  try body()
  return Double(SystemTime.monotonicNanoseconds() - start) / 1e9
}

/// Runs something on a thread of its own; `wait` tells whether it came to its end.
package final class Background: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  package init(_ body: @escaping @Sendable () -> Void) {
    let ended = ended
    Thread.detachNewThread {
      body()
      ended.signal()
    }
  }

  package func wait(seconds: Double) -> Bool {
    guard ended.wait(timeout: .now() + seconds) == .success else { return false }
    ended.signal()
    return true
  }
}
