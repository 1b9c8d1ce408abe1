import Locking
import Store

/// A world at one moment: everything by which its later answers are determined. Nothing changes it.
package final class Snapshot: Sendable {
  /// Nobody may write to it.
  package let store: Store
  /// How the clock stood.
  package let clock: WorldClock.Status
  let random: UInt64
  let simulationRandom: UInt64
  let keys: TokenKeys
  let limits: [String: (policy: RateLimitPolicy?, counts: [RateLimiter.Count])]
  let faults: [FaultRecord]
  /// The messages that queues of the message broker hold.
  let held: [QueuedMessage]
  let phases: [String: SimulationDriver.Phase]
  /// What its rows are loaded from that are not loaded yet.
  let seeds: SeedSource
  /// What determines simulated readings.
  package let simulationSeed: UInt64
  /// The name of the world it was taken of.
  package let world: String
  /// When it was taken, by that world's clock.
  package let takenAt: Timestamp

  /// The snapshot of a world as it is now.
  ///
  /// - Throws: ``StoreError`` when there is no memory for it.
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
    seeds = world.deferredSeeds.source
    self.world = world.id
    takenAt = clock.now
  }
}

/// The named snapshots of one world.
package final class Snapshots: Sendable {
  /// As many snapshots are kept at most: each takes the memory of a database.
  package static let capacity = 32

  private let snapshots = OrderedMutex<[String: Snapshot]>(.leaf, [:])

  /// No snapshots.
  package init() {}

  /// The snapshot of a name.
  package subscript(name: String) -> Snapshot? { snapshots.withLock { $0[name] } }

  /// All snapshots by their names, sorted.
  package var all: [(name: String, snapshot: Snapshot)] {
    snapshots.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.name < $1.name }
  }

  /// Keeps a snapshot, instead of one of the same name.
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

  /// Forgets a snapshot.
  ///
  /// - Returns: false when there is none of that name.
  package func remove(_ name: String) -> Bool {
    snapshots.withLock { $0.removeValue(forKey: name) != nil }
  }

  /// Forgets all snapshots.
  package func removeAll() { snapshots.withLock { $0.removeAll() } }
}

/// What a world was made from.
package enum WorldOrigin: Sendable {
  /// The data set, freshly loaded.
  case seed(SeedTemplate)
  case snapshot(Snapshot)
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
  private let state: OrderedMutex<State>

  /// A template.
  ///
  /// - Parameters:
  ///   - source: What it is loaded from.
  ///   - load: Makes the database in memory; called once for each source.
  package init(_ source: SeedSource, load: @escaping @Sendable (SeedSource) throws -> Store) {
    state = OrderedMutex(.seedTemplate, State(source: source))
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

  /// Has the database, if it is loaded, take steps of a schema that it has not taken yet.
  package func extend(_ schema: [SchemaStep]) throws {
    try state.withLock { try $0.store?.extend(schema) }
  }

  /// Loads it again, from the same source or another one. Worlds that were made from it stay as they are.
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
        simulations.restore([:])
        faults.removeAll()
        broker.replaceHeld([])
      }
    }
  }

  /// Takes steps of a schema that were not taken yet, in its database and in those of its snapshots.
  package func extend(_ schema: [SchemaStep]) throws {
    for store in [store] + snapshots.all.map(\.snapshot.store) + (originSnapshot.map { [$0.store] } ?? []) {
      try store.extend(schema)
    }
  }

  /// The snapshot that ``reset()`` returns to, nil for the data set.
  package var originSnapshot: Snapshot? {
    guard case .snapshot(let snapshot) = origin else { return nil }
    return snapshot
  }
}

/// Tells clients by ordinary change events what is different after the content of a world was replaced, or edited past
/// the APIs.
package struct ReplacementAnnouncer: Sendable {
  /// Looks at what clients know. Called with the old content.
  package typealias TextStyle = @Sendable (World, Connection) throws -> any Sendable
  /// Publishes something; it must not use the store.
  package typealias Publication = @Sendable () -> Void
  /// Says what to publish of what is different from what was seen. Called with the new content; it must not use the
  /// store but by the connection.
  package typealias Announce = @Sendable (World, Connection, _ seen: any Sendable) throws -> [Publication]

  let look: TextStyle
  let announce: Announce

  /// An announcer that compares what it saw before with what is there after.
  ///
  /// - Parameters:
  ///   - look: Collects what clients may know.
  ///   - announce: Says what to publish of the differences.
  package init<Seen: Sendable>(
    look: @escaping @Sendable (World, Connection) throws -> Seen,
    announce: @escaping @Sendable (World, Connection, Seen) throws -> [Publication]
  ) {
    self.look = { try look($0, $1) }
    self.announce = { world, connection, seen in
      guard let seen = seen as? Seen else { return [] }
      return try announce(world, connection, seen)
    }
  }
}

extension World {
  /// Changes rows past the APIs, all together or not at all, and tells who listens by the ordinary change events.
  package func edit<Outcome>(_ body: (Connection) throws -> Outcome) throws -> Outcome {
    settle()
    return try store.transaction { connection in
      let seen = try announcers.map { try $0.look(self, connection) }
      let outcome = try body(connection)
      let publications = try zip(announcers, seen).flatMap { try $0.announce(self, connection, $1) }
      return (outcome, publications)
    } committed: { _, publications in
      for publish in publications { publish() }
    }.0
  }
}
