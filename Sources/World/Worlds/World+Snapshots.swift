import Locking
import Store

extension World {
  /// Becomes what a snapshot shows: rows, tokens, ids, chance, clock, limits, faults, messages of queues. Open sockets
  /// stay and are told by the ordinary change events; what was counted of usage stays, too.
  ///
  /// - Throws: ``StoreError`` when the database cannot be written; the world is unchanged then.
  package func restore(_ snapshot: Snapshot) throws {
    try replaceContent(with: snapshot.store) {
      clock.restore(snapshot.clock)
      adopt(snapshot, keepsRandomness: false)
    }
  }

  /// Takes over what a snapshot has beside its database and its clock.
  ///
  /// - Parameters:
  ///   - keepsRandomness: Whether the world goes on with its own sequence of chance.
  package func adopt(_ snapshot: Snapshot, keepsRandomness: Bool) {
    if !keepsRandomness { (random.position, simulationRandom.position) = (snapshot.random, snapshot.simulationRandom) }
    accessTokens.keys = snapshot.keys
    for (api, limiter) in limiters {
      let limit = snapshot.limits[api]
      limiter.restore(limit?.counts ?? [], policy: limit?.policy)
    }
    idempotencyKeys.removeAll()
    simulations.restore(snapshot.phases)
    deferredSeeds.source = snapshot.seeds
    faults.replace(with: snapshot.faults)
    broker.replaceHeld(snapshot.held)
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
        return try zip(announcers, seen).flatMap { try $0.announce(self, connection, $1) }
      } announce: { publications in
        for publish in publications { publish() }
      }
    }
  }

  /// Refuses every token that was issued so far, in all APIs.
  package func invalidateAllTokens() throws {
    let generation = try store.transaction { connection in
      try SessionSQL.forgetAll(connection)
      return try WorldSQL.raiseTokenGeneration(connection)
    }
    accessTokens.keys = accessTokens.keys.after(generation)
    idempotencyKeys.endSessions()
  }
}
