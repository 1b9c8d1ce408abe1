import Store
import Synchronization
import World

/// The databases of data sets as they are in the beginning, made once for all servers of a process that are given the
/// same ones: a server then copies one, instead of making tables and reading seed files.
package final class PreparedDatabases: Sendable {
  private struct Key: Hashable {
    let dataset: Dataset
    let root: String
    let apis: [String]
  }

  private let stores = Mutex<[Key: Store]>([:])

  /// None yet.
  package init() {}

  /// A copy of the database with the rows of a data set and the tables of these APIs. It does not heed that a seed file
  /// or the document of an API has changed since the first call for them.
  ///
  /// - Parameters:
  ///   - make: Makes it in memory; called once for all that are the same.
  /// - Throws: What `make` throws; the next call tries again then.
  func copy(_ seeds: SeedSource, apis: [String], make: () throws -> Store) throws -> Store {
    let key = Key(dataset: seeds.dataset, root: seeds.root, apis: apis)
    let store = try stores.withLock { stores in
      if let store = stores[key] { return store }
      let store = try make()
      stores[key] = store
      return store
    }
    return try Store(copyOf: store)
  }
}
