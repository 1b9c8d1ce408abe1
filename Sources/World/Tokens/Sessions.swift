import HTTPCore
import Store
import Synchronization

/// Which sign-ins of a world have ended before their tokens did.
package final class Sessions: Sendable {
  /// How many ended sessions are kept before those whose tokens have expired anyway are forgotten.
  private static let pruneThreshold = 10_000

  private let store: Store
  private let clock: WorldClock
  private let random: WorldRandom
  /// Ended sessions, each with the second after which no token of it can be valid.
  private let ended: Mutex<[String: Int64]>
  private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Told of each session that ended before its tokens did.
  var told: (@Sendable (String) -> Void)? {
    get { listener.withLock { $0 } }
    set { listener.withLock { $0 = newValue } }
  }

  /// The sessions of a world; those that ended in an earlier run are read from its database.
  package init(store: Store, clock: WorldClock, random: WorldRandom) throws {
    self.store = store
    self.clock = clock
    self.random = random
    let rows = try store.read { try SessionSQL.ended($0) }
    ended = Mutex(Dictionary(rows, uniquingKeysWith: { $1 }))
  }

  /// Reads again which sessions have ended, after the database's content was replaced.
  func reload(_ connection: Connection) throws {
    let rows = try SessionSQL.ended(connection)
    ended.withLock { $0 = Dictionary(rows, uniquingKeysWith: { $1 }) }
  }

  /// The id of a new session.
  package func begin() -> String {
    Base64URL.encode(random.bytes(12))
  }

  /// Whether the session was ended.
  package func isEnded(_ session: String) -> Bool {
    ended.withLock { !$0.isEmpty && $0[session] != nil }
  }

  /// Ends a session: its access tokens are refused and its refresh tokens forgotten.
  ///
  /// - Parameters:
  ///   - until: When the last access token of it expires, in seconds since 1970.
  package func end(_ session: String, until: Int64) throws {
    try store.transaction([]) { try SessionSQL.end($0, session: session, until: until) }
    let now = clock.now.seconds
    ended.withLock { ended in
      ended[session] = max(until, ended[session] ?? until)
      if ended.count > Self.pruneThreshold { ended = ended.filter { $0.value > now } }
    }
    told?(session)
  }
}
