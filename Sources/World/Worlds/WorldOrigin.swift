import Store
import Synchronization

/// What a world was made from.
package enum WorldOrigin: Sendable {
  /// The data set, freshly loaded.
  case seed(SeedTemplate)
  case image(WorldImage)
  /// Nothing that could be had again; such a world keeps its rows.
  case unknown
}

/// The database of a data set, loaded when it is first needed and then only copied.
package final class SeedTemplate: Sendable {
  private let load: @Sendable () throws -> Store
  private let loaded = Mutex<Store?>(nil)

  /// A template.
  ///
  /// - Parameters:
  ///   - load: Makes the database in memory; called once.
  package init(load: @escaping @Sendable () throws -> Store) {
    self.load = load
  }

  /// The database; nobody may write to it.
  ///
  /// - Throws: What loading throws; the next call tries again then.
  package func store() throws -> Store {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let store = try load()
      loaded = store
      return store
    }
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
    case .unknown: try restore(try WorldImage(of: self))
    case .seed(let template):
      try replaceContent(with: try template.store()) {
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
  package var originImage: WorldImage? {
    guard case .image(let image) = origin else { return nil }
    return image
  }
}
