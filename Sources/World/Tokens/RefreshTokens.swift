import Cryptography
import HTTPCore
import Store

/// Issues and exchanges refresh tokens. They are opaque; the database contains only their hashes.
package struct RefreshTokens: Sendable {
  /// What an exchange does to the token that was sent.
  package enum Rotation: Sendable {
    /// It becomes invalid immediately; sending it again ends the session (RFC 9700 §4.14.2).
    case immediate
    /// It stays valid until one of its successors is used, so that neither a lost response nor two simultaneous
    /// requests end the session. If the documented response contains no new refresh token, clients that continue with
    /// the old one keep working, too.
    case whenSuccessorIsUsed
  }

  /// The result of an exchange.
  package struct Grant: Sendable {
    package let account: String
    package let session: String
    /// The token that replaces the one that was sent.
    package let refreshToken: String
  }

  /// The name of the world, which its tokens contain; nil for the default world.
  private let world: String?
  let store: Store
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions

  /// Creates the refresh tokens of a world.
  package init(world: String?, store: Store, clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.world = world
    self.store = store
    self.clock = clock
    self.random = random
    self.sessions = sessions
  }

  /// Issues a token.
  ///
  /// - Parameters:
  ///   - lifetime: Seconds until it expires.
  ///   - check: Called in the transaction that stores the token.
  /// - Throws: What `check` throws.
  package func issue(
    api: String, account: String, session: String, lifetime: Int,
    requiring check: (Connection) throws -> Void = { _ in }
  ) throws -> String {
    let token = TokenWorld.mark(Base64URL.encode(random.bytes(32)), world)
    let record = record(token, api: api, account: account, session: session, lifetime: lifetime)
    try store.transaction { connection in
      try check(connection)
      try SessionSQL.insert(connection, record)
    }
    return token
  }

  /// Exchanges a token for the right to new ones.
  ///
  /// - Parameters:
  ///   - accessLifetime: Seconds that an access token of the session may still be valid, in case the session must be
  ///     ended.
  /// - Throws: ``Problem`` of kind `unauthenticated` for a token that is unknown, used or of another API,
  ///   `tokenExpired` for an expired one.
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
    var record = record(successor, api: api, account: found.account, session: found.session, lifetime: lifetime)
    record.predecessor = hash
    let isGranted = try store.transaction { connection in
      // Checked again inside the transaction: of two simultaneous exchanges, one is second.
      guard try SessionSQL.find(connection, hash: hash)?.isUsed == false else { return false }
      try SessionSQL.markPredecessorUsed(connection, of: hash)
      if rotation == .immediate { try SessionSQL.markUsed(connection, hash) }
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

  /// The session of a refresh token, used or not; nil when it is unknown to the API.
  package func session(of token: String, api: String) throws -> String? {
    let found = try store.read { try SessionSQL.find($0, hash: Self.hash(token)) }
    return found?.api == api ? found?.session : nil
  }

  /// When a token was issued, in seconds since 1970; nil when it is unknown to the API.
  ///
  /// - Parameters:
  ///   - lifetime: Lifetime of the API's tokens in seconds.
  package func issuedAt(_ token: String, api: String, lifetime: Int) -> Int64? {
    let found = try? store.read { try SessionSQL.find($0, hash: Self.hash(token)) }
    guard let found, found.api == api else { return nil }
    return found.expiresAt.saturatingAdd(-Int64(clamping: lifetime))
  }

  /// A longer body is not a request to renew a session.
  private static let maximumContentBytes = 16 << 10

  /// The token in a request's body, under either of the names that the APIs' clients use, or in `Authorization`; nil
  /// for none. It is not verified.
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
      expiresAt: overflow ? .max : end, isUsed: false)
  }

  private static func hash(_ token: String) -> [UInt8] {
    SHA256.hash(Array(token.utf8))
  }
}
