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
  private let listener = OrderedMutex<(@Sendable (String) -> Void)?>(.leaf, nil)

  /// Told of each session that ends before its tokens expire.
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
    told?(session)
  }

  /// Ends all sessions of an account, such as when it is deleted or has got another password.
  ///
  /// - Parameters:
  ///   - kept: The session that goes on; nil for none.
  ///   - lifetime: Seconds that an access token of the API lives.
  package func endAll(of account: String, api: String, but kept: String? = nil, lifetime: Int) throws {
    let end = clock.now.seconds.saturatingAdd(Int64(clamping: lifetime))
    let sessions = try store.read { try SessionSQL.sessions($0, of: account, api: api) }
    for session in sessions where session != kept { try self.end(session, until: end) }
  }
}

/// All SQL about sessions and refresh tokens.
enum SessionSQL {
  static let schema = SchemaStep(
    "world/1-sessions",
    sql: """
      CREATE TABLE refresh_token (
        number INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        api TEXT NOT NULL,
        account TEXT NOT NULL,
        session TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        is_spent INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX refresh_token_session ON refresh_token (session);
      CREATE TABLE ended_session (
        session TEXT PRIMARY KEY,
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)

  /// One row of `refresh_token`.
  struct RefreshRecord {
    let hash: [UInt8]
    let api: String
    let account: String
    let session: String
    let expiresAt: Int64
    let isSpent: Bool
  }

  /// How many refresh tokens are kept at most; the oldest go first, so a client that signs in without end does
  /// not fill the memory.
  private static let capacity: Int64 = 100_000

  static func insert(_ connection: Connection, _ record: RefreshRecord) throws {
    try connection.execute(
      "INSERT INTO refresh_token (hash, api, account, session, expires_at) VALUES (?, ?, ?, ?, ?)",
      [
        .blob(record.hash), .text(record.api), .text(record.account), .text(record.session),
        .integer(record.expiresAt),
      ])
    try connection.execute(
      "DELETE FROM refresh_token WHERE number <= (SELECT max(number) FROM refresh_token) - ?",
      [.integer(capacity)])
  }

  static func find(_ connection: Connection, hash: [UInt8]) throws -> RefreshRecord? {
    let row = try connection.row(
      "SELECT api, account, session, expires_at, is_spent FROM refresh_token WHERE hash = ?", [.blob(hash)])
    guard let row, let api = row[0].text, let account = row[1].text, let session = row[2].text,
      let expiresAt = row[3].integer, let isSpent = row[4].integer
    else { return nil }
    return RefreshRecord(
      hash: hash, api: api, account: account, session: session, expiresAt: expiresAt, isSpent: isSpent != 0)
  }

  /// Marks the tokens of a session that were issued before one as spent, and that one too if so wished.
  /// Tokens issued after it are its successors; each of them stays good, since two exchanges of one token that
  /// cross give the client two, of which it keeps either.
  static func spend(
    _ connection: Connection, session: String, before hash: [UInt8], andItself: Bool
  ) throws {
    try connection.execute(
      """
      UPDATE refresh_token SET is_spent = 1 WHERE session = ? AND is_spent = 0
        AND number < ? + (SELECT number FROM refresh_token WHERE hash = ?)
      """, [.text(session), .integer(andItself ? 1 : 0), .blob(hash)])
  }

  static func end(_ connection: Connection, session: String, until: Int64) throws {
    try connection.execute("DELETE FROM refresh_token WHERE session = ?", [.text(session)])
    try connection.execute(
      "INSERT INTO ended_session (session, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
      [.text(session), .integer(until)])
  }

  /// The sessions of an account that have refresh tokens.
  static func sessions(_ connection: Connection, of account: String, api: String) throws -> [String] {
    try connection.rows(
      "SELECT DISTINCT session FROM refresh_token WHERE api = ? AND account = ?", [.text(api), .text(account)]
    ).compactMap { $0.first?.text }
  }

  /// Forgets every refresh token.
  static func forgetAll(_ connection: Connection) throws {
    try connection.execute("DELETE FROM refresh_token")
  }

  static func ended(_ connection: Connection) throws -> [(String, Int64)] {
    try connection.rows("SELECT session, until FROM ended_session").compactMap { row in
      guard let session = row[0].text, let until = row[1].integer else { return nil }
      return (session, until)
    }
  }
}

/// Issues and exchanges refresh tokens. They are opaque; the database holds only their hashes.
package struct RefreshTokens: Sendable {
  /// What an exchange does to the token that was presented.
  package enum Rotation: Sendable {
    /// It is spent at once; presenting it again ends the session (RFC 9700 §4.14.2).
    case immediate
    /// It stays good until a successor is used, so that a lost answer or two requests that cross end nothing. Where the
    /// documented answer carries no new refresh token, clients that go on with the old one keep working, too.
    case whenSuccessorIsUsed
  }

  /// A granted exchange.
  package struct Grant: Sendable {
    package let account: String
    package let session: String
    /// The token that replaces the one presented.
    package let refreshToken: String
  }

  /// The name of the world, which its tokens say; nil for the default world.
  private let world: String?
  let store: Store
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions

  /// The refresh tokens of a world.
  package init(world: String?, store: Store, clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.world = world
    self.store = store
    self.clock = clock
    self.random = random
    self.sessions = sessions
  }

  /// A new token.
  ///
  /// - Parameters:
  ///   - lifetime: Seconds until it expires.
  package func issue(api: String, account: String, session: String, lifetime: Int) throws -> String {
    let token = TokenWorld.mark(Base64URL.encode(random.bytes(32)), world)
    let record = record(token, api: api, account: account, session: session, lifetime: lifetime)
    try store.transaction { try SessionSQL.insert($0, record) }
    return token
  }

  /// Exchanges a token for the right to new ones.
  ///
  /// - Parameters:
  ///   - accessLifetime: Seconds that an access token of the session may still live, for the case that the
  ///     session has to be ended.
  /// - Throws: ``Problem`` of kind `unauthenticated` for an unknown, spent or foreign token, `tokenExpired` for
  ///   one past its life.
  package func exchange(
    _ token: String, api: String, rotation: Rotation, lifetime: Int, accessLifetime: Int
  ) throws -> Grant {
    let hash = Self.hash(token)
    let now = clock.now.seconds
    guard let found = try store.read({ try SessionSQL.find($0, hash: hash) }), found.api == api else {
      throw Problem(.unauthenticated, "the refresh token is unknown: never issued here, or signed out")
    }
    guard now < found.expiresAt else {
      throw Problem(.tokenExpired, "the refresh token expired at \(Timestamp(seconds: found.expiresAt).iso8601)")
    }
    let successor = TokenWorld.mark(Base64URL.encode(random.bytes(32)), world)
    let record = record(successor, api: api, account: found.account, session: found.session, lifetime: lifetime)
    let isGranted = try store.transaction { connection in
      // Asked again inside the transaction: of two exchanges at once, one comes second.
      guard try SessionSQL.find(connection, hash: hash)?.isSpent == false else { return false }
      try SessionSQL.spend(
        connection, session: found.session, before: hash, andItself: rotation == .immediate)
      try SessionSQL.insert(connection, record)
      return true
    }
    guard isGranted else {
      try sessions.end(found.session, until: now.saturatingAdd(Int64(clamping: accessLifetime)))
      throw Problem(
        .unauthenticated, "the refresh token was used before; its session is signed out for safety")
    }
    return Grant(account: found.account, session: found.session, refreshToken: successor)
  }

  /// The session a refresh token belongs to, spent or not; nil when it is unknown to the API.
  package func session(of token: String, api: String) throws -> String? {
    let found = try store.read { try SessionSQL.find($0, hash: Self.hash(token)) }
    return found?.api == api ? found?.session : nil
  }

  /// When a token was issued, in seconds since 1970; nil when it is unknown to the API.
  ///
  /// - Parameters:
  ///   - lifetime: Seconds that tokens of the API live.
  package func issuedAt(_ token: String, api: String, lifetime: Int) -> Int64? {
    let found = try? store.read { try SessionSQL.find($0, hash: Self.hash(token)) }
    guard let found, found.api == api else { return nil }
    return found.expiresAt.saturatingAdd(-Int64(clamping: lifetime))
  }

  /// Content of more bytes is no request to renew a session.
  private static let maximumContentBytes = 16 << 10

  /// The token that a request brings in its content, under either of the names that the APIs' clients use, or in
  /// `Authorization`; nil for none. Whether it is one is not looked at.
  package static func token(in request: Request) -> String? {
    guard (1...maximumContentBytes).contains(request.body.count), let content = try? request.jsonObject(),
      let token = content["refreshToken"]?.string ?? content["refresh_token"]?.string
    else { return request.bearerToken }
    return token
  }

  private func record(
    _ token: String, api: String, account: String, session: String, lifetime: Int
  ) -> SessionSQL.RefreshRecord {
    let (end, overflow) = clock.now.seconds.addingReportingOverflow(Int64(lifetime))
    return SessionSQL.RefreshRecord(
      hash: Self.hash(token), api: api, account: account, session: session,
      expiresAt: overflow ? .max : end, isSpent: false)
  }

  private static func hash(_ token: String) -> [UInt8] {
    SHA256.hash(Array(token.utf8))
  }
}

/// Tells those who use an access token for longer than one request, such as open sockets, when it ceases to be valid:
/// it expires, its session is signed out, or all tokens are invalidated.
package final class TokenWatch: Sendable {
  /// A place among those who are told.
  package struct Place: Sendable, Hashable {
    fileprivate let number: Int
  }

  private struct WatchedToken {
    let token: String
    let principal: Principal
    let ended: @Sendable (Problem) -> Void
  }

  private struct State {
    var entries: [Int: WatchedToken] = [:]
    var lastNumber = 0
    /// The expiry that the alarm is set for, in seconds since 1970.
    var alarm = Int64.max
  }

  private let clock: WorldClock
  private let alarms: Alarms
  private let tokens: AccessTokens
  private let state = OrderedMutex(.leaf, State())

  init(clock: WorldClock, alarms: Alarms, tokens: AccessTokens) {
    (self.clock, self.alarms, self.tokens) = (clock, alarms, tokens)
  }

  /// Looks again whenever a session ends or the keys change.
  func follow(_ sessions: Sessions) {
    // The world holds all of them; none of them holds the other.
    sessions.told = { [weak self] in self?.check(session: $0) }
    tokens.told = { [weak self] in self?.check() }
  }

  /// Begins to watch a token.
  ///
  /// - Parameters:
  ///   - principal: Whom it speaks for.
  ///   - ended: Called once, on any thread, when it is no good any more; perhaps before this returns.
  package func add(
    _ token: String, _ principal: Principal, ended: @escaping @Sendable (Problem) -> Void
  ) -> Place {
    let place = state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = WatchedToken(token: token, principal: principal, ended: ended)
      return Place(number: state.lastNumber)
    }
    // It may have ended since the caller looked.
    check(session: principal.session)
    setAlarm()
    return place
  }

  /// Ends watching; nobody is told any more, but for a call that is under way.
  package func remove(_ place: Place) {
    state.withLock { $0.entries[place.number] = nil }
  }

  /// Verifies the tokens again, and tells those whose token is not valid any more.
  ///
  /// - Parameters:
  ///   - session: The one whose tokens may have ended; nil for all.
  func check(session: String? = nil) {
    let entries = state.withLock { state in
      state.entries.filter { session == nil || $0.value.principal.session == session }
    }
    for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
      do throws(Problem) {
        _ = try tokens.verify(entry.token, api: entry.principal.api)
      } catch {
        // Whoever takes it out of the table tells: two who look at once don't tell twice.
        guard state.withLock({ $0.entries.removeValue(forKey: number) }) != nil else { continue }
        entry.ended(error)
      }
    }
  }

  /// Sets an alarm for when the next token expires, unless an earlier one is set.
  private func setAlarm() {
    let (first, isNew) = state.withLock { state -> (Int64, Bool) in
      let first = state.entries.values.map(\.principal.expiresAt).min() ?? .max
      defer { state.alarm = min(state.alarm, first) }
      return (first, first < state.alarm)
    }
    guard isNew else { return }
    // A clock that is set back lets it ring too early, which does no harm: it is set again then.
    let rest = Timestamp(seconds: first).nanoseconds.saturatingSubtract(clock.now.nanoseconds)
    alarms.set(self, at: clock.elapsedNanoseconds.saturatingAdd(max(0, rest))) { [weak self] in self?.ring() }
  }

  private func ring() {
    state.withLock { $0.alarm = .max }
    check()
    setAlarm()
  }
}
