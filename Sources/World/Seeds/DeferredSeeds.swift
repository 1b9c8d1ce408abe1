import HTTPCore
import Store
import Synchronization

/// Rows of the data set that are many and often not needed: each part is loaded when it is first asked for, so
/// that neither the start nor a copy of the world pays for it.
package final class DeferredSeeds: Sendable {
  private let store: Store
  private let current: Mutex<SeedSource>
  private static let maximumKnown = 1000
  /// The parts known to be there; the database knows them all.
  private let loaded = Mutex<Set<String>>([])

  init(store: Store, source: SeedSource) {
    self.store = store
    current = Mutex(source)
  }

  /// Where the parts are loaded from that are not loaded yet.
  package var source: SeedSource {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Loads a part unless that was done before, in this run or an earlier one on the same database. Not to be
  /// called from inside a read or write of the store.
  ///
  /// - Parameters:
  ///   - part: The part's name, which begins with that of its API, such as `jsonplaceholder/photos`.
  ///   - tables: The tables that `fill` writes to.
  ///   - fill: Writes the rows.
  /// - Throws: ``Problem`` of kind `internalError` that says what is wrong with the files.
  package func require(
    _ part: String, tables: [String], fill: (Connection, SeedSource) throws -> Void
  ) throws {
    // Another content of the database may have other parts.
    let known = "\(store.generation) \(part)"
    if loaded.withLock({ $0.contains(known) }) { return }
    if try !store.read({ try WorldSQL.isSeeded($0, part) }) {
      let source = source
      do throws(SeedFolder.Failure) {
        try source.loading(String(part.prefix { $0 != "/" })) {
          try store.transaction(tables) { connection in
            // Another thread may have been quicker.
            guard try !WorldSQL.isSeeded(connection, part) else { return }
            try fill(connection, source)
            try WorldSQL.setSeeded(connection, part)
          }
        }
      } catch {
        throw Problem(.internalError, error.description.clipped(to: 500))
      }
    }
    loaded.withLock { loaded in
      if loaded.count >= Self.maximumKnown { loaded.removeAll() }
      loaded.insert(known)
    }
  }
}
