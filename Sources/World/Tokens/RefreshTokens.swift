import Crypto
import HTTPCore
import Store

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
  private let store: Store
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
    try store.transaction([]) { try SessionSQL.insert($0, record) }
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
    let isGranted = try store.transaction([]) { connection in
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

  private func record(
    _ token: String, api: String, account: String, session: String, lifetime: Int
  ) -> SessionSQL.RefreshRecord {
    let (end, overflow) = clock.now.seconds.addingReportingOverflow(Int64(lifetime))
    return SessionSQL.RefreshRecord(
      hash: Self.hash(token), api: api, account: account, session: session,
      expiresAt: overflow ? .max : end, isSpent: false)
  }

  private static func hash(_ token: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(token.utf8)))
  }
}
