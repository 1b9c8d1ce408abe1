import Store
import Synchronization

/// What a world was made from.
package enum WorldOrigin: Sendable {
  /// The data set, freshly loaded.
  case seed(SeedTemplate)
  case image(Snapshot)
  /// Nothing that could be had again; such a world keeps its rows.
  case unknown
}

/// The database of a data set, loaded when it is first needed and then only copied.
package final class SeedTemplate: Sendable {
  private struct State {
    var source: SeedSource
    var store: Store?
  }

  private let load: @Sendable (SeedSource) throws -> Store
  private let state: Mutex<State>

  /// A template.
  ///
  /// - Parameters:
  ///   - source: What it is loaded from.
  ///   - load: Makes the database in memory; called once for each source.
  package init(_ source: SeedSource, load: @escaping @Sendable (SeedSource) throws -> Store) {
    state = Mutex(State(source: source))
    self.load = load
  }

  /// What it is loaded from.
  package var source: SeedSource { state.withLock { $0.source } }

  /// The database; nobody may write to it.
  ///
  /// - Throws: What loading throws; the next call tries again then.
  package func store() throws -> Store {
    try contents().store
  }

  /// The database, and what it was loaded from.
  func contents() throws -> (store: Store, source: SeedSource) {
    try state.withLock { state in
      if let store = state.store { return (store, state.source) }
      let store = try load(state.source)
      state.store = store
      return (store, state.source)
    }
  }

  /// Loads it anew, from the same source or another one. Worlds that were made from it stay as they are.
  ///
  /// - Throws: What loading throws; the template is unchanged then.
  package func reload(from source: SeedSource) throws {
    let store = try load(source)
    state.withLock { $0 = State(source: source, store: store) }
  }
}

extension World {
  /// Becomes again as it was made: rows, tokens, ids, chance, clock, limits. Open sockets stay and are told by the
  /// ordinary change events.
  ///
  /// - Throws: What loading the data set throws, ``StoreError``; the world is unchanged then.
  package func reset() throws {
    switch origin {
    case .image(let image): try restore(image)
    case .unknown: try restore(try Snapshot(of: self))
    case .seed(let template):
      let (content, source) = try template.contents()
      try replaceContent(with: content) {
        deferredSeeds.source = source
        clock.restore(initialClock)
        startAnew()
        for limiter in limiters.values { limiter.reset() }
        simulations.restore([:])
        faults.removeAll()
        broker.replaceWaiting([])
      }
    }
  }

  /// The image that ``reset()`` returns to, nil for the data set.
  package var originImage: Snapshot? {
    guard case .image(let image) = origin else { return nil }
    return image
  }
}
