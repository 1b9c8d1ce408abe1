import Store

/// Publishes changes of a world to sockets while a client listens.
///
/// Its closures must not capture the world, which owns it; they may capture the world's broker, events and clock.
package struct ChangeRelay: Sendable {
  /// The changes to publish.
  let filter: ChangeFilter
  /// Whether a client listens. Called under ``LockRank/changeFeed``.
  let isHeard: @Sendable () -> Bool
  /// Publishes changes, by the rules for subscribers of ``ChangeFeed``.
  let pass: @Sendable ([Change]) -> Void
  private let read: @Sendable (World, Connection) throws -> (any Sendable)?
  private let compare: @Sendable (World, _ before: (any Sendable)?, _ after: (any Sendable)?) -> [NamedAction]

  /// Creates a relay of the changes that match a filter.
  package init(
    _ filter: ChangeFilter, isHeard: @escaping @Sendable () -> Bool, pass: @escaping @Sendable ([Change]) -> Void
  ) {
    (self.filter, self.isHeard, self.pass) = (filter, isHeard, pass)
    read = { _, _ in nil }
    compare = { _, _, _ in [] }
  }

  /// Creates a relay that also compares derived values before and after an edit or a replacement of records.
  ///
  /// - Parameters:
  ///   - read: Reads what clients know, before and after. It must use the store only through the connection.
  ///   - compare: Returns the actions to report.
  package init<Seen: Sendable>(
    _ filter: ChangeFilter, isHeard: @escaping @Sendable () -> Bool, pass: @escaping @Sendable ([Change]) -> Void,
    read: @escaping @Sendable (World, Connection) throws -> Seen,
    compare: @escaping @Sendable (World, _ before: Seen, _ after: Seen) -> [NamedAction]
  ) {
    (self.filter, self.isHeard, self.pass) = (filter, isHeard, pass)
    self.read = { try read($0, $1) }
    self.compare = { world, before, after in
      guard let before = before as? Seen, let after = after as? Seen else { return [] }
      return compare(world, before, after)
    }
  }

  /// Reads what clients know now.
  func seen(_ world: World, _ connection: Connection) throws -> (any Sendable)? { try read(world, connection) }

  /// Reports the actions for the difference between what clients knew and the present content.
  func announce(_ world: World, _ connection: Connection, after seen: (any Sendable)?) throws {
    for action in compare(world, seen, try read(world, connection)) { connection.announce(action) }
  }
}

extension World {
  /// Changes rows without the APIs, all or none of them. Subscribers receive these changes like any other.
  ///
  /// - Throws: What the closure throws, ``StoreError``.
  package func edit<Outcome>(_ body: (Connection) throws -> Outcome) throws -> Outcome {
    settle()
    return try ChangeContext(.edit).during {
      try store.transaction { connection in
        let relays = feed.awakeRelays
        let seen = try relays.map { try $0.seen(self, connection) }
        let outcome = try body(connection)
        for (relay, seen) in zip(relays, seen) { try relay.announce(self, connection, after: seen) }
        return outcome
      }
    }
  }
}
