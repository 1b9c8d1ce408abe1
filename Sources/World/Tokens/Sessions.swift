import Cryptography
import HTTPCore
import Locking
import Store

/// The sessions of a world that ended before their tokens expired.
package final class Sessions: Sendable {
  /// The number of ended sessions above which those whose tokens have expired are removed.
  private static let pruneThreshold = 10_000

  private let store: Store
  private let clock: WorldClock
  private let random: WorldRandom
  /// Ended sessions, each with the second after which its tokens have expired.
  private let ended: OrderedMutex<[String: Int64]>
  private let listener = OrderedMutex<Listener?>(.leaf, nil)

  /// A user of tokens for longer than one request.
  struct Listener: Sendable {
    /// Called with each session that ends before its tokens expire.
    let ended: @Sendable (_ session: String) -> Void
    /// The sessions of an account whose access tokens are in use; some of them have no refresh token.
    let inUse: @Sendable (_ account: String, _ api: String) -> [String]
  }

  /// Sets the listener for sessions that end, and replaces any other.
  func follow(_ listener: Listener) { self.listener.withLock { $0 = listener } }

  /// Creates the sessions of a world; those that ended in an earlier run are read from its database.
  package init(store: Store, clock: WorldClock, random: WorldRandom) throws {
    self.store = store
    self.clock = clock
    self.random = random
    let rows = try store.read { try SessionSQL.ended($0) }
    ended = OrderedMutex(.leaf, Dictionary(rows, uniquingKeysWith: { $1 }))
  }

  /// Reads the ended sessions again, after the database's content was replaced.
  func reload(_ connection: Connection) throws {
    let rows = try SessionSQL.ended(connection)
    ended.withLock { $0 = Dictionary(rows, uniquingKeysWith: { $1 }) }
  }

  /// Creates the id of a new session.
  package func begin() -> String {
    Base64URL.encode(random.bytes(12))
  }

  /// Whether the session has ended.
  package func isEnded(_ session: String) -> Bool {
    ended.withLock { !$0.isEmpty && $0[session] != nil }
  }

  /// Ends a session: its access tokens become invalid and its refresh tokens are removed.
  ///
  /// - Parameters:
  ///   - until: When its last access token expires, in seconds since 1970.
  package func end(_ session: String, until: Int64) throws {
    try store.transaction { try SessionSQL.end($0, session: session, until: until) }
    let now = clock.now.seconds
    ended.withLock { ended in
      ended[session] = max(until, ended[session] ?? until)
      if ended.count > Self.pruneThreshold { ended = ended.filter { $0.value > now } }
    }
    listener.withLock { $0 }?.ended(session)
  }

  /// Ends all sessions of an account, for example after its deletion or a change of its password.
  ///
  /// - Parameters:
  ///   - kept: The session that continues; nil for none.
  ///   - lifetime: Lifetime of the API's access tokens in seconds.
  package func endAll(of account: String, api: String, but kept: String? = nil, lifetime: Int) throws {
    let end = clock.now.seconds.saturatingAdd(Int64(clamping: lifetime))
    let inUse = listener.withLock { $0 }?.inUse(account, api) ?? []
    let sessions = try store.read { try SessionSQL.sessions($0, of: account, api: api) }
    for session in Set(sessions + inUse).sorted() where session != kept { try self.end(session, until: end) }
  }
}
