import Locking

/// Work that follows the clock of a world. Its owner waits for its next time with an alarm; a call that moves the clock
/// does what is due before it responds.
package final class TimedWork: Sendable {
  /// What work keeps outside of the database, for snapshots.
  package struct Kept: Sendable {
    /// Gives what is kept at the moment; called without any lock.
    let save: @Sendable () -> any Sendable
    /// Replaces it, with nil for nothing; called in the turn of a write, so that it must not use the store.
    let restore: @Sendable ((any Sendable)?) -> Void

    /// What is kept, from two closures.
    package init(
      save: @escaping @Sendable () -> any Sendable, restore: @escaping @Sendable ((any Sendable)?) -> Void
    ) {
      (self.save, self.restore) = (save, restore)
    }
  }

  private struct Work {
    let owner: ObjectIdentifier
    let name: String
    let work: @Sendable () -> Void
    let kept: Kept?
  }

  private let works = OrderedMutex<[Work]>(.leaf, [])

  /// Adds work.
  ///
  /// - Parameters:
  ///   - name: The same for the work that takes its place in another world or with a later edition of the documents.
  ///   - kept: What it keeps outside of the database; nil for nothing.
  ///   - work: Does what is due by the clock, on any thread; it waits where another thread is doing it.
  package func add(
    _ owner: AnyObject, _ name: String, keeping kept: Kept? = nil, _ work: @escaping @Sendable () -> Void
  ) {
    works.withLock { $0.append(Work(owner: ObjectIdentifier(owner), name: name, work: work, kept: kept)) }
  }

  /// Whether an owner's work was not replaced.
  package func contains(_ owner: AnyObject) -> Bool {
    works.withLock { $0.contains { $0.owner == ObjectIdentifier(owner) } }
  }

  /// Removes all work, before that of a later edition of the documents is added.
  func removeAll() { works.withLock { $0 = [] } }

  /// Does what is due.
  func run() {
    for work in works.withLock(\.self) { work.work() }
  }

  /// What all work keeps, by its name.
  var saved: [String: any Sendable] {
    Dictionary(
      works.withLock(\.self).compactMap { work in work.kept.map { (work.name, $0.save()) } }, uniquingKeysWith: { $1 })
  }

  /// Replaces what all work keeps.
  func restore(_ saved: [String: any Sendable]) {
    for work in works.withLock(\.self) { work.kept?.restore(saved[work.name]) }
  }
}
