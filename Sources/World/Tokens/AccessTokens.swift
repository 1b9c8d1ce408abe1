import Cryptography
import HTTPCore
import JSON
import Locking
import Store

/// Which world a token was issued in, as the token itself says; nobody has checked it.
package enum TokenWorld {
  /// The claim of access tokens that names the world; those of the default world have none.
  package static let claim = "wid"
  /// What stands between a refresh token and the name of its world.
  package static let separator: Character = "~"

  /// The longest token that is looked into, in bytes.
  private static let maximumLength = 8192

  /// The name in an access token; nil when it says none.
  package static func name(in token: String) -> String? {
    guard token.utf8.count <= maximumLength else { return nil }
    return JSONWebSignature.uncheckedClaims(of: token)?[claim]?.string
  }

  /// A refresh token that says its world.
  static func mark(_ token: String, _ world: String?) -> String {
    world.map { "\(token)\(separator)\($0)" } ?? token
  }
}

/// Who a request's token speaks for. A class, since each request takes along the one of its token.
package final class Principal: Sendable, Equatable {
  /// The name of the API that issued the token (`iss`).
  package let api: String
  /// The account's id (`sub`).
  package let account: String
  /// The session the token belongs to (`sid`); logging out ends it.
  package let session: String
  /// When the token ends (`exp`), in seconds since 1970.
  package let expiresAt: Int64
  /// The account's e-mail address when the token was issued; nil where the API has none.
  package let email: String?
  /// All claims of the token (RFC 7519 §4).
  package let claims: JSONObject
  /// What was read when its account was last found.
  private let found = OrderedMutex<ReadSet?>(.leaf, nil)

  /// The principal of a token's payload, nil when a claim we set is missing or of another type.
  init?(payload: [UInt8]) {
    guard let claims = (try? JSONParser.parse(payload))?.object, let api = claims["iss"]?.string,
      let account = claims["sub"]?.string, let session = claims["sid"]?.string,
      let expiresAt = claims["exp"]?.number?.integer
    else { return nil }
    (self.api, self.account, self.session, self.claims) = (api, account, session, claims)
    self.expiresAt = Int64(expiresAt)
    email = claims[AccessTokens.emailClaim]?.string
  }

  /// Whether the account is there. It is asked for again only when what was read for the answer was written to.
  ///
  /// - Parameters:
  ///   - isThere: Looks for the account.
  /// - Throws: What the closure throws.
  package func hasAccount(in store: Store, _ isThere: (Connection) throws -> Bool) throws -> Bool {
    if let reads = found.withLock({ $0 }), store.isCurrent(reads) { return true }
    let (answer, reads) = try store.recordingReads { try store.read(isThere) }
    if answer { found.withLock { $0 = reads } }
    return answer
  }

  /// Whether all claims are the same, of which the other members are made.
  package static func == (left: Principal, right: Principal) -> Bool { left === right || left.claims == right.claims }
}

/// Issues and checks the access tokens of one world: JSON Web Tokens (RFC 7519) whose `iss` is the API, so that
/// a token of one API is refused by another.
package final class AccessTokens: Sendable {
  /// The claim with the account's e-mail address (OpenID Connect Core §5.1).
  package static let emailClaim = "email"

  /// How many verified tokens are remembered, so that a token's signature is computed once and not for every
  /// request.
  private static let cacheCapacity = 4096

  private struct State {
    var keys: TokenKeys
    var verified: [String: Principal] = [:]
    /// The last token that was asked for: most clients send one over and over, and to compare it takes a tenth of the
    /// time that its hash takes.
    var last: (token: String, principal: Principal)?

    mutating func known(_ token: String) -> Principal? {
      if let last, last.token == token { return last.principal }
      guard let principal = verified[token] else { return nil }
      last = (token, principal)
      return principal
    }
  }

  /// The name of the world; its tokens say it, so that a request with one finds its world. nil for the default world,
  /// where tokens go that say nothing.
  private let world: String?
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions
  private let state: OrderedMutex<State>
  private let listener = OrderedMutex<(@Sendable () -> Void)?>(.leaf, nil)

  /// Tokens signed with keys of the world's own.
  package init(keys: TokenKeys, world: String?, clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.world = world
    self.clock = clock
    self.random = random
    self.sessions = sessions
    state = OrderedMutex(.leaf, State(keys: keys))
  }

  /// The keys in use. Setting them decides again which tokens are good.
  package var keys: TokenKeys {
    get { state.withLock { $0.keys } }
    set {
      state.withLock { $0 = State(keys: newValue) }
      told?()
    }
  }

  /// Told whenever the keys were set.
  var told: (@Sendable () -> Void)? {
    get { listener.withLock { $0 } }
    set { listener.withLock { $0 = newValue } }
  }

  /// A signed token.
  ///
  /// - Parameters:
  ///   - lifetime: Seconds until it expires.
  ///   - claims: Claims of the API's own besides `iss`, `sub`, `sid`, `iat`, `exp` and `jti`.
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

  /// Whom the tokens speak for that were issued or shown lately and are not invalidated, at most ``cacheCapacity``.
  package var known: [Principal] { state.withLock { Array($0.verified.values) } }

  /// Who a token speaks for.
  ///
  /// - Throws: ``Problem`` of kind `tokenExpired`, or `unauthenticated` with the reason: not a token, another
  ///   key, another API, signed out.
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

  /// Who a token was issued for, whether or not it has expired; nil for anything that is not a token of ours.
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
      // The frame of a socket brings its token too late to choose the world.
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
  /// What is wrong with a serialization.
  package enum Failure: Error, Equatable {
    /// Not three parts of base64url, or a header that is not a JSON object.
    case malformed
    /// The header names another algorithm, `none` included.
    case unsupportedAlgorithm
    /// The signature was not made with this key.
    case wrongSignature
  }

  private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  /// The compact serialization of a payload, signed.
  package static func sign(_ payload: [UInt8], key: [UInt8]) -> String {
    let input = header + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(HMACSHA256.code(for: Array(input.utf8), key: key))
  }

  /// The payload of a compact serialization whose signature is right.
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

  /// The claims of a JSON Web Token (RFC 7519 §3), whose signature is not checked; nil for any other text.
  package static func uncheckedClaims(of token: String) -> JSONObject? {
    guard let payload = parts(of: token).flatMap({ Base64URL.decode($0[1]) }) else { return nil }
    return (try? JSONParser.parse(payload))?.object
  }

  /// Header, payload and signature, as they are written; nil unless there are three parts.
  private static func parts(of text: String) -> [ArraySlice<UInt8>]? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 ? parts : nil
  }
}

/// The keys that sign a world's tokens. They follow from the seed, so tokens stay good when the server is started
/// again; they are no secret and guard nothing.
package struct TokenKeys: Sendable, Equatable {
  private let base: [UInt8]
  /// How often all tokens were invalidated.
  package let generation: Int

  /// As many former keys are remembered, to explain why a token is no good any more.
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

  /// The same world's keys after so many invalidations of all its tokens.
  package func after(_ generation: Int) -> TokenKeys {
    TokenKeys(base: base, generation: max(0, generation))
  }

  private func key(_ generation: Int) -> [UInt8] {
    generation == 0 ? base : SHA256.hash(base + Array(" \(generation)".utf8))
  }
}

/// The stored form of a password.
///
/// One round of SHA-256 over salt and password, on purpose: the passwords of a mock stand in its README and
/// protect nothing, and a hash that is slow by design (bcrypt, Argon2) would only make every test that signs in
/// slower.
package enum PasswordHash {
  /// The hash of a password; the account's id is the salt, so equal passwords have different hashes.
  package static func hash(_ password: String, account: String) -> [UInt8] {
    SHA256.hash(Array("\(account)\u{0}\(password)".utf8))
  }
}
