import Store

/// Tells clients by ordinary change events what is different after the content of a world was replaced, or edited past
/// the APIs.
package struct ReplacementAnnouncer: Sendable {
  /// Looks at what clients know. Called with the old content.
  package typealias Look = @Sendable (World, Connection) throws -> any Sendable
  /// Publishes something; it must not use the store.
  package typealias Publication = @Sendable () -> Void
  /// Says what to publish of what is different from what was seen. Called with the new content; it must not use the
  /// store but by the connection.
  package typealias Announce = @Sendable (World, Connection, _ seen: any Sendable) throws -> [Publication]

  let look: Look
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
  ///
  /// - Parameters:
  ///   - tables: The tables that the closure changes.
  package func edit<Outcome>(_ tables: [String], _ body: (Connection) throws -> Outcome) throws -> Outcome {
    settle()
    return try store.transaction(tables) { connection in
      let seen = try announcers.map { try $0.look(self, connection) }
      let outcome = try body(connection)
      let publications = try zip(announcers, seen).flatMap { try $0.announce(self, connection, $1) }
      return (outcome, publications)
    } committed: { _, publications in
      // What an API keeps under another name than the table's is out of date too.
      store.raiseEveryVersion()
      for publish in publications { publish() }
    }.0
  }
}
