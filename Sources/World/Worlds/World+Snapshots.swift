import Locking
import Store

extension World {
  /// Restores a snapshot: rows, tokens, ids, random sequences, clock, limits, faults, messages of queues. Open sockets
  /// stay and receive the ordinary change events; usage statistics stay, too.
  ///
  /// - Throws: ``StoreError`` when the database cannot be written; the world is unchanged then.
  package func restore(_ snapshot: Snapshot) throws {
    try replaceContent(with: snapshot.store) {
      clock.restore(snapshot.clock)
      adopt(snapshot, keepsRandomness: false)
    }
  }

  /// Applies the parts of a snapshot besides its database and its clock.
  ///
  /// - Parameters:
  ///   - keepsRandomness: Whether the world continues its own random sequence.
  package func adopt(_ snapshot: Snapshot, keepsRandomness: Bool) {
    if !keepsRandomness { (random.position, simulationRandom.position) = (snapshot.random, snapshot.simulationRandom) }
    accessTokens.keys = snapshot.keys
    for (api, limiter) in limiters {
      let limit = snapshot.limits[api]
      limiter.restore(limit?.counts ?? [], policy: limit?.policy)
    }
    idempotencyKeys.removeAll()
    newsWaits.endAll()
    simulations.restore(snapshot.phases)
    deferredSeeds.source = snapshot.seeds
    faults.replace(with: snapshot.faults)
    broker.replaceHeld(snapshot.held)
    timedWork.restore(snapshot.timed)
  }

  /// The positions of the random sequences of the world and of its simulations.
  package var chance: (random: UInt64, simulation: UInt64) { (random.position, simulationRandom.position) }

  /// Replaces all rows; open sockets stay and receive the ordinary change events.
  ///
  /// - Parameters:
  ///   - rows: A database with the same schema.
  ///   - chance: The new positions of the random sequences of the world and of its simulations; nil to keep them.
  ///   - time: The time at which to freeze the clock; nil to leave it unchanged.
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

  /// Replaces the content of the database, and sends change events.
  ///
  /// - Parameters:
  ///   - others: Replaces the state besides the database, in the same step.
  func replaceContent(with content: Store, others: () -> Void) throws {
    let relays = feed.awakeRelays
    let seen = try store.read { connection in try relays.map { try $0.seen(self, connection) } }
    // No step may run with a new clock and an old schedule.
    try simulations.pausing {
      try ChangeContext(.restore).during {
        try store.replaceContent(withThatOf: content) { connection in
          try sessions.reload(connection)
          others()
          for (relay, seen) in zip(relays, seen) { try relay.announce(self, connection, after: seen) }
        }
      }
    }
  }

  /// Invalidates every token issued so far, in all APIs.
  package func invalidateAllTokens() throws {
    let generation = try store.transaction { connection in
      try SessionSQL.forgetAll(connection)
      return try WorldSQL.raiseTokenGeneration(connection)
    }
    accessTokens.keys = accessTokens.keys.after(generation)
    idempotencyKeys.endSessions()
  }
}
