import HTTPCore
import Synchronization

/// Issues and checks the access tokens of one world: JSON Web Tokens (RFC 7519) whose `iss` is the API, so that
/// a token of one API is refused by another.
package final class AccessTokens: Sendable {
  /// How many verified tokens are remembered, so that a token's signature is computed once and not for every
  /// request.
  private static let cacheCapacity = 4096

  private let key: [UInt8]
  private let clock: WorldClock
  private let random: WorldRandom
  private let sessions: Sessions
  private let verified = Mutex<[String: Principal]>([:])

  /// Tokens signed with a key of the world's own.
  package init(key: [UInt8], clock: WorldClock, random: WorldRandom, sessions: Sessions) {
    self.key = key
    self.clock = clock
    self.random = random
    self.sessions = sessions
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
    members["jti"] = .string(Base64URL.encode(random.bytes(12)))
    let payload = JSONWriter.serialize(.object(JSONObject(members.map { ($0.key, $0.value) })))
    return JSONWebSignature.sign(payload, key: key)
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
    if let known = verified.withLock({ $0[token] }) { return known }
    let payload: [UInt8]
    do {
      payload = try JSONWebSignature.verify(token, key: key)
    } catch {
      throw Problem(.unauthenticated, Self.explanation(of: error))
    }
    guard let principal = Principal(payload: payload) else {
      throw Problem(.unauthenticated, "the token lacks a claim that this server sets")
    }
    verified.withLock { verified in
      if verified.count >= Self.cacheCapacity { verified.removeAll(keepingCapacity: true) }
      verified[token] = principal
    }
    return principal
  }

  private static func explanation(of failure: JSONWebSignature.Failure) -> String {
    switch failure {
    case .malformed: "the bearer token is not a JSON Web Token (three parts of base64url, separated by dots)"
    case .unsupportedAlgorithm: "the token's header names another algorithm than HS256"
    case .wrongSignature: "the token's signature is wrong: it comes from another server or was altered"
    }
  }
}
