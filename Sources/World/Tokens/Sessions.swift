import Cryptography
import HTTPCore
import Locking
import Store

/// The sign-ins of a world that ended before their tokens expired.
package final class Sessions: Sendable {
  /// How many ended sessions are kept before those whose tokens have expired anyway are forgotten.
  private static let pruneThreshold = 10_000

  private let store: Store
  private let clock: WorldClock
  private let random: WorldRandom
  /// Ended sessions, each with the second after which no token of it can be valid.
  private let ended: OrderedMutex<[String: Int64]>
  private let listener = OrderedMutex<Listener?>(.leaf, nil)

  /// Who uses tokens for longer than one request.
  struct Listener: Sendable {
    /// Called with each session that ends before its tokens expire.
    let ended: @Sendable (_ session: String) -> Void
    /// The sessions of an account whose access tokens are in use; some of them have no refresh token.
    let inUse: @Sendable (_ account: String, _ api: String) -> [String]
  }

  /// Has a listener hear of sessions that end, in place of any other.
  func follow(_ listener: Listener) { self.listener.withLock { $0 = listener } }

  /// The sessions of a world; those that ended in an earlier run are read from its database.
  package init(store: Store, clock: WorldClock, random: WorldRandom) throws {
    self.store = store
    self.clock = clock
    self.random = random
    let rows = try store.read { try SessionSQL.ended($0) }
    ended = OrderedMutex(.leaf, Dictionary(rows, uniquingKeysWith: { $1 }))
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
    try store.transaction { try SessionSQL.end($0, session: session, until: until) }
    let now = clock.now.seconds
    ended.withLock { ended in
      ended[session] = max(until, ended[session] ?? until)
      if ended.count > Self.pruneThreshold { ended = ended.filter { $0.value > now } }
    }
    listener.withLock { $0 }?.ended(session)
  }

  /// Ends all sessions of an account, such as when it is deleted or has got another password.
  ///
  /// - Parameters:
  ///   - kept: The session that goes on; nil for none.
  ///   - lifetime: Seconds that an access token of the API lives.
  package func endAll(of account: String, api: String, but kept: String? = nil, lifetime: Int) throws {
    let end = clock.now.seconds.saturatingAdd(Int64(clamping: lifetime))
    let inUse = listener.withLock { $0 }?.inUse(account, api) ?? []
    let sessions = try store.read { try SessionSQL.sessions($0, of: account, api: api) }
    for session in Set(sessions + inUse).sorted() where session != kept { try self.end(session, until: end) }
  }
}
