import HTTPCore
import Locking
import Store

/// Values computed from the database, such as parsed records, kept until a table changes that was read for them.
package final class DerivedValues: Sendable {
  private struct Kept {
    let reads: ReadSet
    let variant: String
    let value: any Sendable
  }

  private struct State {
    var entries: [String: Kept] = [:]
    /// The keys of closures that ran once, with the generation of the database.
    var done: [String: Int] = [:]
  }

  /// When there are more, all are dropped and computed again on demand, which is simple and rare.
  private static let capacity = 64

  private let store: Store
  private let state = OrderedMutex(.leaf, State())

  /// Creates an empty cache for a database.
  package init(_ store: Store) { self.store = store }

  /// The value of a key, computed when it is missing or outdated.
  ///
  /// - Parameters:
  ///   - variant: What else the value depends on. Only the last variant of a key is kept, because clients can cause any
  ///     number of them.
  ///   - compute: Computes the value; a key always has values of one type. It must read everything that it uses of the
  ///     database itself: earlier reads whose results it captures are not recorded.
  /// - Throws: What the closure throws.
  package func value<Value: Sendable>(
    _ key: String, variant: String = "", compute: () throws -> Value
  ) rethrows -> Value {
    if let entry = state.withLock({ $0.entries[key] }), entry.variant == variant, store.isCurrent(entry.reads),
      let value = entry.value as? Value
    {
      store.noteReads(entry.reads)
      return value
    }
    let (value, reads) = try store.recordingReads(compute)
    state.withLock { state in
      if state.entries.count >= Self.capacity { state.entries.removeAll() }
      state.entries[key] = Kept(reads: reads, variant: variant, value: value)
    }
    return value
  }

  /// Runs a closure unless it ran since the database's content was last replaced, such as to insert rows on first use.
  ///
  /// - Throws: What the closure throws; it runs again on the next call then.
  package func once(_ key: String, _ body: () throws -> Void) rethrows {
    let generation = store.generation
    if state.withLock({ $0.done[key] }) == generation { return }
    try body()
    state.withLock { $0.done[key] = generation }
  }
}
