import STOMP
import Store

/// A world at one moment: everything by which its later answers are determined. Nothing changes it.
package final class Snapshot: Sendable {
  /// Nobody may write to it.
  package let store: Store
  /// How the clock stood.
  package let clock: WorldClock.Reading
  let random: UInt64
  let simulationRandom: UInt64
  let keys: TokenKeys
  let limits: [String: (policy: RateLimitPolicy?, counts: [RateLimiter.Count])]
  let faults: [FaultRecord]
  /// The messages that wait in queues of the message broker.
  let waiting: [Message]
  let phases: [String: SimulationDriver.Phase]
  /// What its rows are loaded from that are not loaded yet.
  let seeds: SeedSource
  /// What determines simulated readings.
  package let simulationSeed: UInt64
  /// The name of the world it was taken of.
  package let world: String
  /// When it was taken, by that world's clock.
  package let takenAt: Timestamp

  /// The image of a world as it is now.
  ///
  /// - Throws: ``StoreError`` when there is no memory for it.
  package init(of world: World) throws {
    world.settle()
    store = try Store(copyOf: world.store)
    clock = world.clock.reading
    (random, simulationRandom) = (world.random.position, world.simulationRandom.position)
    simulationSeed = world.simulationSeed
    keys = world.accessTokens.keys
    limits = world.limiters.mapValues { ($0.policy, $0.counts) }
    faults = world.faults.contents
    waiting = world.broker.waiting
    phases = world.simulations.phases
    seeds = world.deferredSeeds.source
    self.world = world.id
    takenAt = clock.now
  }
}

extension World {
  /// Becomes what an image shows: rows, tokens, ids, chance, clock, limits, faults, waiting messages. Open sockets stay and are told by the
  /// ordinary change events; what was counted of usage stays, too.
  ///
  /// - Throws: ``StoreError`` when the database cannot be written; the world is unchanged then.
  package func restore(_ image: Snapshot) throws {
    try replaceContent(with: image.store) {
      clock.restore(image.clock)
      adopt(image, keepsChance: false)
    }
  }

  /// Takes over what an image has beside its database and its clock.
  ///
  /// - Parameters:
  ///   - keepsChance: Whether the world goes on with its own sequence of chance.
  package func adopt(_ image: Snapshot, keepsChance: Bool) {
    if !keepsChance { (random.position, simulationRandom.position) = (image.random, image.simulationRandom) }
    accessTokens.keys = image.keys
    for (api, limiter) in limiters {
      let limit = image.limits[api]
      limiter.restore(limit?.counts ?? [], policy: limit?.policy)
    }
    simulations.restore(image.phases)
    deferredSeeds.source = image.seeds
    faults.replace(with: image.faults)
    broker.replaceWaiting(image.waiting)
  }

  /// Where chance and the simulations' chance stand.
  package var chance: (random: UInt64, simulation: UInt64) { (random.position, simulationRandom.position) }

  /// Puts other rows in the place of all rows; open sockets stay and are told by the ordinary change events.
  ///
  /// - Parameters:
  ///   - rows: A database with the same schema.
  ///   - chance: Where chance and the simulations' chance shall go on; nil for where they are.
  ///   - time: When the clock shall stand still from now on; nil when it shall not be touched.
  package func replace(
    rows: Store, chance: (random: UInt64, simulation: UInt64)?, frozenAt time: Timestamp?
  ) throws {
    settle()
    let generation = try rows.read { try WorldSQL.tokenGeneration($0) }
    try replaceContent(with: rows) {
      if let chance { (random.position, simulationRandom.position) = chance }
      accessTokens.keys = accessTokens.keys.after(generation)
      if let time {
        clock.freeze(true)
        clock.set(time)
      }
    }
  }

  /// Puts another content in the place of the database's, and tells who listens.
  ///
  /// - Parameters:
  ///   - others: Replaces what is beside the database, in the same turn.
  func replaceContent(with content: Store, others: () -> Void) throws {
    let seen = try store.read { connection in try announcers.map { try $0.look(self, connection) } }
    // No step may be taken by a clock that was set already and a schedule that was not.
    try simulations.pausing {
      try store.replaceContent(withThatOf: content) { connection in
        try sessions.reload(connection)
        others()
        for publish in try zip(announcers, seen).flatMap({ try $0.announce(self, connection, $1) }) { publish() }
      }
    }
  }

  /// Refuses every token that was issued so far, in all APIs.
  package func invalidateAllTokens() throws {
    let generation = try store.transaction([]) { connection in
      try SessionSQL.forgetAll(connection)
      return try WorldSQL.raiseTokenGeneration(connection)
    }
    accessTokens.keys = accessTokens.keys.after(generation)
  }
}
