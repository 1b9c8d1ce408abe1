import Locking

/// Work that follows the clock of a world. Whoever owns it waits for its next time with an alarm; a call that moves the clock
/// does what is due before it responds.
package final class TimedWork: Sendable {
  private let works = OrderedMutex<[(owner: ObjectIdentifier, work: @Sendable () -> Void)]>(.leaf, [])

  /// Adds work.
  ///
  /// - Parameters:
  ///   - work: Does what is due by the clock, on any thread; it waits where another thread is doing it.
  package func add(_ owner: AnyObject, _ work: @escaping @Sendable () -> Void) {
    works.withLock { $0.append((ObjectIdentifier(owner), work)) }
  }

  /// Whether an owner's work was not replaced.
  package func contains(_ owner: AnyObject) -> Bool {
    works.withLock { $0.contains { $0.owner == ObjectIdentifier(owner) } }
  }

  /// Removes all work, before that of a later edition of the documents is added.
  func removeAll() { works.withLock { $0 = [] } }

  /// Does what is due.
  func run() {
    for (_, work) in works.withLock(\.self) { work() }
  }
}
