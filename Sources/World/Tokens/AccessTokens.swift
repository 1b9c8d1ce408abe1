import HTTPCore
import JSON
import Synchronization

/// Issues and checks the access tokens of one world: JSON Web Tokens (RFC 7519) whose `iss` is the API, so that
/// a token of one API is refused by another.
package final class AccessTokens: Sendable {
  /// How many verified tokens are remembered, so that a token's signature is computed once and not for every
  /// request.
  private static let cacheCapacity = 4096

  private struct State {
    var keys: TokenKeys
    var verified: [String: Principal] = [:]
  }

  /// The name of the world; its tokens say it, so that a request with one finds its world. nil for the default world,
  /// where tokens go that say nothing.
  private let world: String?
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions
  private let state: Mutex<State>
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// Tokens signed with keys of the world's own.
  package init(keys: TokenKeys, world: String?, clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.world = world
    self.clock = clock
    self.random = random
    self.sessions = sessions
    state = Mutex(State(keys: keys))
  }

  /// The keys in use. Setting them decides anew which tokens are good.
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
    return JSONWebSignature.sign(payload, key: keys.current)
  }

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
    let (known, keys) = state.withLock { ($0.verified[token], $0.keys) }
    if let known { return known }
    let payload: [UInt8]
    do {
      payload = try JSONWebSignature.verify(token, key: keys.current)
    } catch {
      throw Problem(.unauthenticated, explanation(of: error, token, keys))
    }
    guard let principal = Principal(payload: payload) else {
      throw Problem(.unauthenticated, "the token lacks a claim that this server sets")
    }
    state.withLock { state in
      guard state.keys == keys else { return }
      if state.verified.count >= Self.cacheCapacity { state.verified.removeAll(keepingCapacity: true) }
      state.verified[token] = principal
    }
    return principal
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
