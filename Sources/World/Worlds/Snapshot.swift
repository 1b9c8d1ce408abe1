import Locking
import Store

/// A world at one time: everything that determines its later responses. It is immutable.
package final class Snapshot: Sendable {
  /// Read-only.
  package let store: Store
  /// The state of the clock.
  package let clock: WorldClock.Status
  let random: UInt64
  let simulationRandom: UInt64
  let keys: TokenKeys
  let limits: [String: (policy: RateLimitPolicy?, counts: [RateLimiter.Count])]
  let faults: [FaultRecord]
  /// The messages in the broker's queues.
  let held: [QueuedMessage]
  let phases: [String: SimulationDriver.Phase]
  /// What waits for its time outside of the database: deliveries of webhooks.
  let timed: [String: any Sendable]
  /// The source of rows that are not loaded yet.
  let seeds: SeedSource
  /// The seed of simulated readings.
  package let simulationSeed: UInt64
  /// The name of its world.
  package let world: String
  /// When it was taken, by that world's clock.
  package let takenAt: Timestamp

  /// Creates the snapshot of a world's current state.
  ///
  /// - Throws: ``StoreError`` when there is not enough memory.
  package init(of world: World) throws {
    world.settle()
    store = try Store(copyOf: world.store)
    clock = world.clock.status
    (random, simulationRandom) = (world.random.position, world.simulationRandom.position)
    simulationSeed = world.simulationSeed
    keys = world.accessTokens.keys
    limits = world.limiters.mapValues { ($0.policy, $0.counts) }
    faults = world.faults.contents
    held = world.broker.held
    phases = world.simulations.phases
    timed = world.timedWork.saved
    seeds = world.deferredSeeds.source
    self.world = world.id
    takenAt = clock.now
  }
}

/// The named snapshots of one world.
package final class Snapshots: Sendable {
  /// The largest number of snapshots: each uses the memory of a database.
  package static let capacity = 32

  private let snapshots = OrderedMutex<[String: Snapshot]>(.leaf, [:])

  /// Creates an empty list.
  package init() {}

  /// The snapshot of a name.
  package subscript(name: String) -> Snapshot? { snapshots.withLock { $0[name] } }

  /// All snapshots by their names, sorted.
  package var all: [(name: String, snapshot: Snapshot)] {
    snapshots.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.name < $1.name }
  }

  /// Stores a snapshot, and replaces one of the same name.
  ///
  /// - Returns: Whether the name is new; nil when there are too many already.
  package func keep(_ snapshot: Snapshot, as name: String) -> Bool? {
    snapshots.withLock { snapshots in
      let isNew = snapshots[name] == nil
      guard !isNew || snapshots.count < Self.capacity else { return nil }
      snapshots[name] = snapshot
      return isNew
    }
  }

  /// Removes a snapshot.
  ///
  /// - Returns: false when the name is unknown.
  package func remove(_ name: String) -> Bool {
    snapshots.withLock { $0.removeValue(forKey: name) != nil }
  }

  /// Removes all snapshots.
  package func removeAll() { snapshots.withLock { $0.removeAll() } }
}

/// The initial state of a world.
package enum WorldOrigin: Sendable {
  /// The data set.
  case seed(SeedTemplate)
  case snapshot(Snapshot)
  /// Unknown; a reset of such a world keeps its rows.
  case unknown
}

/// The database of a data set, loaded on first use and then only copied.
package final class SeedTemplate: Sendable {
  private struct State {
    var source: SeedSource
    var store: Store?
  }

  private let load: @Sendable (SeedSource) throws -> Store
  private let state: OrderedMutex<State>

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - source: The source of its rows.
  ///   - load: Creates the database in memory; called once for each source.
  package init(_ source: SeedSource, load: @escaping @Sendable (SeedSource) throws -> Store) {
    state = OrderedMutex(.seedTemplate, State(source: source))
    self.load = load
  }

  /// The source of its rows.
  package var source: SeedSource { state.withLock { $0.source } }

  /// The database, read-only.
  ///
  /// - Throws: What loading throws; the next call tries again.
  package func store() throws -> Store {
    try contents().store
  }

  /// The database, and its source.
  func contents() throws -> (store: Store, source: SeedSource) {
    try state.withLock { state in
      if let store = state.store { return (store, state.source) }
      let store = try load(state.source)
      state.store = store
      return (store, state.source)
    }
  }

  /// Applies new steps of a schema to the database, if it is loaded.
  package func extend(_ schema: [SchemaStep]) throws {
    try state.withLock { try $0.store?.extend(schema) }
  }

  /// Loads it again, from the same source or another one. Worlds that were copied from it do not change.
  ///
  /// - Throws: What loading throws; the template is unchanged then.
  package func reload(from source: SeedSource) throws {
    let store = try load(source)
    state.withLock { $0 = State(source: source, store: store) }
  }
}

extension World {
  /// Restores the initial state: rows, tokens, ids, random sequences, clock, limits. Open sockets stay and receive the
  /// ordinary change events.
  ///
  /// - Throws: What loading the data set throws, ``StoreError``; the world is unchanged then.
  package func reset() throws {
    switch origin {
    case .snapshot(let snapshot): try restore(snapshot)
    case .unknown: try restore(try Snapshot(of: self))
    case .seed(let template):
      let (content, source) = try template.contents()
      try replaceContent(with: content) {
        deferredSeeds.source = source
        clock.restore(initialClock)
        startAnew()
        for limiter in limiters.values { limiter.reset() }
        idempotencyKeys.removeAll()
        newsWaits.endAll()
        simulations.restore([:])
        faults.removeAll()
        broker.replaceHeld([])
        timedWork.restore([:])
      }
    }
  }

  /// Applies new steps of a schema to its database and to those of its snapshots.
  package func extend(_ schema: [SchemaStep]) throws {
    for store in [store] + snapshots.all.map(\.snapshot.store) + (originSnapshot.map { [$0.store] } ?? []) {
      try store.extend(schema)
    }
  }

  /// The snapshot that ``reset()`` restores; nil for the data set.
  package var originSnapshot: Snapshot? {
    guard case .snapshot(let snapshot) = origin else { return nil }
    return snapshot
  }
}
