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

/// Large parts of the data set that are often not needed. Each part is loaded on first use, so that neither the start
/// nor a copy of the world has to load it.
package final class DeferredSeeds: Sendable {
  private let store: Store
  private let current: OrderedMutex<SeedSource>
  private static let maximumKnown = 1000
  private static let maximumTries = 5
  /// The parts known to be loaded; the database has the complete list.
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

  /// The source of parts that are not loaded yet.
  package var source: SeedSource {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Removes rows that were loaded; they are loaded again on next use.
  ///
  /// - Parameters:
  ///   - part: The part's name; it includes parts whose names continue with a question mark.
  ///   - remove: Removes the rows.
  /// - Throws: What the closure throws, ``StoreError``; nothing has changed then.
  package func forget(_ part: String, remove: (Connection) throws -> Void) throws {
    try store.transaction { connection in
      try connection.unannounced { try remove(connection) }
      connection.announceReplacement()
      try WorldSQL.forgetSeeded(connection, part)
      // Before any thread can read that it is removed.
      noteForgotten()
    }
    // Another thread may have read just before that it was loaded.
    noteForgotten()
  }

  private func noteForgotten() {
    loaded.withLock { loaded in
      loaded.parts.removeAll()
      loaded.edition += 1
    }
  }

  /// Runs a closure that requires parts and reads their rows, and runs it again if rows were removed meanwhile: between
  /// two of its steps they may be missing until they are required again.
  ///
  /// - Parameters:
  ///   - isReading: Whether it changes nothing. A closure that makes changes runs again only if it made none, because
  ///     it did not find something.
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

  /// Loads a part unless it was loaded before, in this run or an earlier one on the same database. Must not be called
  /// from inside a read or write of the store.
  ///
  /// - Parameters:
  ///   - part: The part's name, which begins with that of its API, such as `jsonplaceholder/photos`.
  ///   - fill: Writes the rows.
  /// - Throws: ``Problem`` of kind `internalError` that describes the error in the files, ``StoreError`` when the disk
  ///   is full.
  package func require(
    _ part: String, fill: (Connection, SeedSource) throws -> Void
  ) throws {
    // Another generation of the database may have other parts.
    let known = "\(store.generation) \(part)"
    let (isKnown, edition) = loaded.withLock { ($0.parts.contains(known), $0.edition) }
    if isKnown { return }
    if try !store.read({ try WorldSQL.isSeeded($0, part) }) {
      let source = source
      do {
        try source.loading(String(part.prefix { $0 != "/" })) {
          try store.transaction { connection in
            // Another thread may have loaded it first.
            guard try !WorldSQL.isSeeded(connection, part) else { return }
            // For clients they are there from the beginning.
            try connection.unannounced { try fill(connection, source) }
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
