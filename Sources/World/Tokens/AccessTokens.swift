import Cryptography
import HTTPCore
import JSON
import Locking
import Store

/// The world in which a token was issued, as the token states it, unverified.
package enum TokenWorld {
  /// The claim of access tokens that names the world; absent for the default world.
  package static let claim = "wid"
  /// The separator between a refresh token and the name of its world.
  package static let separator: Character = "~"

  /// The longest token that is parsed, in bytes.
  private static let maximumLength = 8192

  /// The name in an access token; nil when it has none.
  package static func name(in token: String) -> String? {
    guard token.utf8.count <= maximumLength else { return nil }
    return JSONWebSignature.uncheckedClaims(of: token)?[claim]?.string
  }

  /// A refresh token with the name of its world.
  static func mark(_ token: String, _ world: String?) -> String {
    world.map { "\(token)\(separator)\($0)" } ?? token
  }
}

/// The account and session of a request's token. A class, because each request retains that of its token.
package final class Principal: Sendable, Equatable {
  /// The name of the API that issued the token (`iss`).
  package let api: String
  /// The account's id (`sub`).
  package let account: String
  /// The session of the token (`sid`); signing out ends it.
  package let session: String
  /// When the token expires (`exp`), in seconds since 1970.
  package let expiresAt: Int64
  /// The account's e-mail address when the token was issued; nil if the API has none.
  package let email: String?
  /// All claims of the token (RFC 7519 §4).
  package let claims: JSONObject
  /// The tables that were read when its account was last found.
  private let found = OrderedMutex<ReadSet?>(.leaf, nil)

  /// The principal of a token's payload; nil when a required claim is missing or of another type.
  init?(payload: [UInt8]) {
    guard let claims = (try? JSONParser.parse(payload))?.object, let api = claims["iss"]?.string,
      let account = claims["sub"]?.string, let session = claims["sid"]?.string,
      let expiresAt = claims["exp"]?.number?.integer
    else { return nil }
    (self.api, self.account, self.session, self.claims) = (api, account, session, claims)
    self.expiresAt = Int64(expiresAt)
    email = claims[AccessTokens.emailClaim]?.string
  }

  /// Whether the account exists. The query is repeated only if the tables that were read for it changed.
  ///
  /// - Parameters:
  ///   - isThere: Queries the account.
  /// - Throws: What the closure throws.
  package func hasAccount(in store: Store, _ isThere: (Connection) throws -> Bool) throws -> Bool {
    if let reads = found.withLock({ $0 }), store.isCurrent(reads) { return true }
    let (isValid, reads) = try store.recordingReads { try store.read(isThere) }
    if isValid { found.withLock { $0 = reads } }
    return isValid
  }

  /// Whether all claims are the same; the other properties follow from them.
  package static func == (left: Principal, right: Principal) -> Bool { left === right || left.claims == right.claims }
}

/// Issues and verifies the access tokens of one world: JSON Web Tokens (RFC 7519) whose `iss` is the API, so that
/// another API refuses them.
package final class AccessTokens: Sendable {
  /// The claim with the account's e-mail address (OpenID Connect Core §5.1).
  package static let emailClaim = "email"

  /// The number of verified tokens that are remembered, so that a token's signature is computed once instead of for
  /// every request.
  private static let cacheCapacity = 4096

  private struct State {
    var keys: TokenKeys
    var verified: [String: Principal] = [:]
    /// The last verified token: most clients send one repeatedly, and comparing it takes a tenth of the time of hashing
    /// it.
    var last: (token: String, principal: Principal)?

    mutating func known(_ token: String) -> Principal? {
      if let last, last.token == token { return last.principal }
      guard let principal = verified[token] else { return nil }
      last = (token, principal)
      return principal
    }
  }

  /// The name of the world, which is in its tokens, so that a request with one finds its world. nil for the default
  /// world, whose tokens do not name it.
  private let world: String?
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions
  private let state: OrderedMutex<State>
  private let listener = OrderedMutex<(@Sendable () -> Void)?>(.leaf, nil)

  /// Creates the tokens of a world, signed with its own keys.
  package init(keys: TokenKeys, world: String?, clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.world = world
    self.clock = clock
    self.random = random
    self.sessions = sessions
    state = OrderedMutex(.leaf, State(keys: keys))
  }

  /// The current keys. Setting them changes which tokens are valid.
  package var keys: TokenKeys {
    get { state.withLock { $0.keys } }
    set {
      state.withLock { $0 = State(keys: newValue) }
      keysChanged?()
    }
  }

  /// Notified whenever the keys were set.
  var keysChanged: (@Sendable () -> Void)? {
    get { listener.withLock { $0 } }
    set { listener.withLock { $0 = newValue } }
  }

  /// A signed token.
  ///
  /// - Parameters:
  ///   - lifetime: Seconds until it expires.
  ///   - claims: Claims of the API besides `iss`, `sub`, `sid`, `iat`, `exp` and `jti`.
  package func issue(
    api: String, account: String, session: String, lifetime: Int, claims: [String: JSONValue] = [:]
  ) -> String {
    let now = clock.now.seconds
    let (end, overflow) = now.addingReportingOverflow(Int64(lifetime))
    var members = claims
    members["iss"] = .string(api)
    members["sub"] = .string(account)
    members["sid"] = .string(session)
    members["iat"] = .number(JSONNumber(Int(now)))
    members["exp"] = .number(JSONNumber(Int(overflow ? .max : end)))
    if let world { members[TokenWorld.claim] = .string(world) }
    members["jti"] = .string(Base64URL.encode(random.bytes(12)))
    let payload = JSONWriter.serialize(.object(JSONObject(members.map { ($0.key, $0.value) })))
    let keys = self.keys
    let token = JSONWebSignature.sign(payload, key: keys.current)
    Principal(payload: payload).map { remember($0, of: token, keys) }
    return token
  }

  /// The principals of tokens that were issued or verified recently and are not invalidated, at most ``cacheCapacity``.
  package var known: [Principal] { state.withLock { Array($0.verified.values) } }

  /// The principal of a token.
  ///
  /// - Throws: ``Problem`` of kind `tokenExpired`, or `unauthenticated` with the reason: not a token, another key,
  ///   another API, signed out.
  package func verify(_ token: String, api: String) throws(Problem) -> Principal {
    let principal = try authentic(token)
    guard principal.api == api else {
      throw Problem(.unauthenticated, "the token was issued by \(principal.api); \(api) accepts its own only")
    }
    guard clock.now.seconds < principal.expiresAt else {
      let end = Timestamp(seconds: principal.expiresAt).iso8601
      throw Problem(.tokenExpired, "the token expired at \(end)")
    }
    guard !sessions.isEnded(principal.session) else {
      throw Problem(.unauthenticated, "the token's session was signed out")
    }
    return principal
  }

  /// The principal of a token, expired or not; nil for anything that is not a token of this server.
  package func owner(of token: String) -> Principal? {
    try? authentic(token)
  }

  private func authentic(_ token: String) throws(Problem) -> Principal {
    if let known = state.withLock({ $0.known(token) }) { return known }
    let keys = self.keys
    let payload: [UInt8]
    do {
      payload = try JSONWebSignature.verify(token, key: keys.current)
    } catch {
      throw Problem(.unauthenticated, explanation(of: error, token, keys))
    }
    guard let principal = Principal(payload: payload) else {
      throw Problem(.unauthenticated, "the token lacks a claim that this server sets")
    }
    remember(principal, of: token, keys)
    return principal
  }

  private func remember(_ principal: Principal, of token: String, _ keys: TokenKeys) {
    state.withLock { state in
      guard state.keys == keys else { return }
      if state.verified.count >= Self.cacheCapacity { state.verified.removeAll(keepingCapacity: true) }
      state.verified[token] = principal
    }
  }

  private func explanation(of failure: JSONWebSignature.Failure, _ token: String, _ keys: TokenKeys) -> String {
    switch failure {
    case .wrongSignature where keys.retired.contains { (try? JSONWebSignature.verify(token, key: $0)) != nil }:
      return "the token was invalidated together with all others"
    case .wrongSignature where TokenWorld.name(in: token) != world:
      // A socket's frame contains its token too late to choose the world.
      guard let other = TokenWorld.name(in: token)?.clipped(to: 64) else {
        return "the token was issued in the default world, and this request is of another"
      }
      return
        "the token was issued in the world \"\(other)\", and this request is of another; a path in that world begins"
        + " with /_w/\(other)"
    default: return Self.explanation(of: failure)
    }
  }

  private static func explanation(of failure: JSONWebSignature.Failure) -> String {
    switch failure {
    case .malformed: "the bearer token is not a JSON Web Token (three parts of base64url, separated by dots)"
    case .unsupportedAlgorithm: "the token's header names another algorithm than HS256"
    case .wrongSignature: "the token's signature is wrong: it comes from another server or was altered"
    }
  }
}

/// JWS compact serialization with HMAC-SHA256 (RFC 7515 §3.1, RFC 7518 §3.2).
package enum JSONWebSignature {
  /// The error of a serialization.
  package enum Failure: Error, Equatable {
    /// Not three parts of base64url, or a header that is not a JSON object.
    case malformed
    /// The header names another algorithm, such as `none`.
    case unsupportedAlgorithm
    /// The signature was created with another key.
    case wrongSignature
  }

  private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  /// The signed compact serialization of a payload.
  package static func sign(_ payload: [UInt8], key: [UInt8]) -> String {
    let input = header + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(HMACSHA256.code(for: Array(input.utf8), key: key))
  }

  /// The payload of a compact serialization with a valid signature.
  ///
  /// - Throws: ``Failure``.
  package static func verify(_ text: String, key: [UInt8]) throws(Failure) -> [UInt8] {
    guard let parts = parts(of: text), let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
      let fields = (try? JSONParser.parse(header))?.object
    else { throw .malformed }
    guard fields["alg"]?.string == "HS256" else { throw .unsupportedAlgorithm }
    let input = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    guard HMACSHA256.isValid(signature, for: input, key: key) else { throw .wrongSignature }
    return payload
  }

  /// The claims of a JSON Web Token (RFC 7519 §3), without checking its signature; nil for any other text.
  package static func uncheckedClaims(of token: String) -> JSONObject? {
    guard let payload = parts(of: token).flatMap({ Base64URL.decode($0[1]) }) else { return nil }
    return (try? JSONParser.parse(payload))?.object
  }

  /// Encoded header, payload and signature; nil unless there are three parts.
  private static func parts(of text: String) -> [ArraySlice<UInt8>]? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 ? parts : nil
  }
}

/// The keys that sign a world's tokens. They are derived from the seed, so tokens stay valid when the server restarts;
/// they are not secret and protect nothing.
package struct TokenKeys: Sendable, Equatable {
  private let base: [UInt8]
  /// How often all tokens were invalidated.
  package let generation: Int

  /// The number of former keys that are remembered, to explain why a token is not valid any more.
  private static let remembered = 8

  /// The first keys of a world.
  package init(seed: UInt64, world: String) {
    base = SHA256.hash(Array("mock-api token key \(seed) \(world)".utf8))
    generation = 0
  }

  private init(base: [UInt8], generation: Int) {
    self.base = base
    self.generation = generation
  }

  /// The key that signs.
  package var current: [UInt8] { key(generation) }

  /// The keys before it, the newest first.
  var retired: [[UInt8]] {
    (0..<min(generation, Self.remembered)).map { key(generation - 1 - $0) }
  }

  /// The keys of the same world after this many invalidations of all its tokens.
  package func after(_ generation: Int) -> TokenKeys {
    TokenKeys(base: base, generation: max(0, generation))
  }

  private func key(_ generation: Int) -> [UInt8] {
    generation == 0 ? base : SHA256.hash(base + Array(" \(generation)".utf8))
  }
}

/// The stored form of a password.
///
/// One round of SHA-256 over salt and password, on purpose: the passwords of a mock are in its README and protect
/// nothing, and a slow hash (bcrypt, Argon2) would only slow down every test that signs in.
package enum PasswordHash {
  /// The hash of a password; the account's id is the salt, so equal passwords have different hashes.
  package static func hash(_ password: String, account: String) -> [UInt8] {
    SHA256.hash(Array("\(account)\u{0}\(password)".utf8))
  }
}
