import Store

/// Tells clients by ordinary change events what is different after the whole content of a world was replaced.
package struct ReplacementAnnouncer: Sendable {
  /// Looks at what clients know. Called with the old content.
  package typealias Look = @Sendable (World, Connection) throws -> any Sendable
  /// Publishes what is different from what was seen. Called with the new content; it must not use the store.
  package typealias Announce = @Sendable (World, Connection, _ seen: any Sendable) throws -> Void

  let look: Look
  let announce: Announce

  /// An announcer that compares what it saw before with what is there after.
  ///
  /// - Parameters:
  ///   - look: Collects what clients may know.
  ///   - announce: Publishes the differences.
  package init<Seen: Sendable>(
    look: @escaping @Sendable (World, Connection) throws -> Seen,
    announce: @escaping @Sendable (World, Connection, Seen) throws -> Void
  ) {
    self.look = { try look($0, $1) }
    self.announce = { world, connection, seen in
      guard let seen = seen as? Seen else { return }
      try announce(world, connection, seen)
    }
  }
}
