import HTTPCore
import JSON
import Locking
import Platform
import Store

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows of the data set that are many and often not needed: each part is loaded when it is first asked for, so
/// that neither the start nor a copy of the world pays for it.
package final class DeferredSeeds: Sendable {
  private let store: Store
  private let current: OrderedMutex<SeedSource>
  private static let maximumKnown = 1000
  private static let maximumTries = 5
  /// The parts known to be there; the database knows them all.
  private let loaded = OrderedMutex(.leaf, Loaded())

  private struct Loaded {
    var parts: Set<String> = []
    /// How often parts were forgotten.
    var edition = 0
  }

  init(store: Store, source: SeedSource) {
    self.store = store
    current = OrderedMutex(.leaf, source)
  }

  /// Where the parts are loaded from that are not loaded yet.
  package var source: SeedSource {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Removes rows that were loaded, and has them loaded again when they are next asked for.
  ///
  /// - Parameters:
  ///   - part: The part's name; parts of it, whose names go on with a question mark, are meant too.
  ///   - remove: Removes the rows.
  /// - Throws: What the closure throws, ``StoreError``; everything is as it was then.
  package func forget(_ part: String, remove: (Connection) throws -> Void) throws {
    try store.transaction { connection in
      try remove(connection)
      try WorldSQL.forgetSeeded(connection, part)
      // Before anybody can read that it is gone.
      noteForgotten()
    }
    // Somebody may have read just before that it was there.
    noteForgotten()
  }

  private func noteForgotten() {
    loaded.withLock { loaded in
      loaded.parts.removeAll()
      loaded.edition += 1
    }
  }

  /// Does something with the rows of parts that it requires, and does it again when rows were removed meanwhile: between
  /// two of its steps they may have been gone, until somebody requires them.
  ///
  /// - Parameters:
  ///   - isReading: Whether it changes nothing. What changes something is done again only when it changed nothing, since
  ///     something was not found.
  package func repeating<Outcome>(isReading: Bool, _ body: () throws -> Outcome) throws -> Outcome {
    for _ in 1..<Self.maximumTries {
      let edition = loaded.withLock(\.edition)
      func isOutdated() -> Bool { loaded.withLock(\.edition) != edition }
      do {
        let outcome = try body()
        if !isReading || !isOutdated() { return outcome }
      } catch let problem as Problem where problem.kind == .notFound {
        if !isOutdated() { throw problem }
      }
    }
    return try body()
  }

  /// Loads a part unless that was done before, in this run or an earlier one on the same database. Not to be
  /// called from inside a read or write of the store.
  ///
  /// - Parameters:
  ///   - part: The part's name, which begins with that of its API, such as `jsonplaceholder/photos`.
  ///   - fill: Writes the rows.
  /// - Throws: ``Problem`` of kind `internalError` that says what is wrong with the files, ``StoreError`` where there is no
  ///   room for the rows.
  package func require(
    _ part: String, fill: (Connection, SeedSource) throws -> Void
  ) throws {
    // Another content of the database may have other parts.
    let known = "\(store.generation) \(part)"
    let (isKnown, edition) = loaded.withLock { ($0.parts.contains(known), $0.edition) }
    if isKnown { return }
    if try !store.read({ try WorldSQL.isSeeded($0, part) }) {
      let source = source
      do {
        try source.loading(String(part.prefix { $0 != "/" })) {
          try store.transaction { connection in
            // Another thread may have been quicker.
            guard try !WorldSQL.isSeeded(connection, part) else { return }
            try fill(connection, source)
            try WorldSQL.setSeeded(connection, part)
          }
        }
      } catch let failure as SeedFolder.Failure {
        throw Problem(.internalError, failure.description.clipped(to: 500))
      }
    }
    loaded.withLock { loaded in
      // It may have been forgotten meanwhile.
      guard loaded.edition == edition else { return }
      if loaded.parts.count >= Self.maximumKnown { loaded.parts.removeAll() }
      loaded.parts.insert(known)
    }
  }
}
