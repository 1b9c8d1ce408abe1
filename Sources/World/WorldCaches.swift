import HTTPCore
import Locking
import Store

/// Values computed from the database, such as parsed records, kept until a table is written to that was read for them.
package final class DerivedValues: Sendable {
  private struct Kept {
    let reads: ReadSet
    let variant: String
    let value: any Sendable
  }

  private struct State {
    var entries: [String: Kept] = [:]
    /// What was done once, by its key, with the generation of the database.
    var done: [String: Int] = [:]
  }

  /// When there are more, all are dropped and computed again on demand, which is simple and rare.
  private static let capacity = 64

  private let store: Store
  private let state = OrderedMutex(.leaf, State())

  /// No values of a database.
  package init(_ store: Store) { self.store = store }

  /// The value of a key, computed when it is not there or out of date.
  ///
  /// - Parameters:
  ///   - variant: What else the value follows from. Of a key the last variant is kept: clients can name any number of them.
  ///   - compute: Makes the value; a key always has values of one type. All that it uses of the database it must read
  ///     itself: what was read before and is only captured is not noted.
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

  /// Does something unless it was done since the database's content was last replaced, such as filling in rows that are
  /// made when somebody first asks for them.
  ///
  /// - Throws: What the closure throws; it counts as not done then.
  package func once(_ key: String, _ body: () throws -> Void) rethrows {
    let generation = store.generation
    if state.withLock({ $0.done[key] }) == generation { return }
    try body()
    state.withLock { $0.done[key] = generation }
  }
}
