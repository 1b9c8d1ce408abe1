import HTTPCore
import JSON
import World

/// Tokens for tests: issue, inspect and invalidate.
package enum TokenEndpoints {
  private static let fields = ["api", "account", "session", "expiresIn", "claims"]
  /// Claims that only the server sets.
  private static let reserved = ["iss", "sub", "sid", "iat", "exp", "jti", TokenWorld.claim]
  private static let maximumLifetime = 315_360_000

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - apis: The names of the APIs that issue tokens.
  package static func all(apis: [String]) -> [Endpoint] {
    [
      Endpoint(.post, "/_mock/tokens", "mintToken", .open) { try mint($0, apis) },
      Endpoint(.post, "/_mock/tokens/invalidate", "invalidateTokens", .open) { call in
        try call.world.invalidateAllTokens()
        return .noContent
      },
      Endpoint(.post, "/_mock/tokens/inspect", "inspectToken", .open, answer: inspect).asking,
    ]
  }

  private static func mint(_ call: Call, _ apis: [String]) throws -> Response {
    let body = try ControlBody(call.request, known: fields)
    guard let api = try body.text("api"), apis.contains(api) else {
      throw Problem(.validation, "api must be one of \(apis.joined(separator: ", "))", field: "api")
    }
    guard let account = try body.text("account", upTo: 254) else {
      throw Problem(.validation, "account must be an account's id, such as the one its token names", field: "account")
    }
    let world = call.world
    // A negative number issues an expired token.
    let lifetime =
      try body.integer("expiresIn", in: -maximumLifetime...maximumLifetime) ?? world.lifetimes(of: api).access
    let claims = try body.object("claims") ?? JSONObject()
    if let taken = claims.keys.first(where: reserved.contains) {
      throw Problem(.validation, "the claim \(taken) is set by the server", field: "claims")
    }
    let session = try body.text("session") ?? world.sessions.begin()
    let token = world.accessTokens.issue(
      api: api, account: account, session: session, lifetime: lifetime,
      claims: Dictionary(claims.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    let refreshToken = try world.refreshTokens.issue(
      api: api, account: account, session: session, lifetime: world.lifetimes(of: api).refresh)
    return .json(
      [
        "token": .string(token), "refreshToken": .string(refreshToken), "api": .string(api),
        "account": .string(account), "session": .string(session),
        "expiresAt": .string(Timestamp(seconds: world.clock.now.seconds.saturatingAdd(Int64(lifetime))).iso8601),
      ], status: 201)
  }

  private static func inspect(_ call: Call) throws -> Response {
    let body = try ControlBody(call.request, known: ["token"])
    guard let token = try body.text("token", upTo: 8192) else {
      throw Problem(.validation, "token must be an access token", field: "token")
    }
    let tokens = call.world.accessTokens
    guard let owner = tokens.owner(of: token) else {
      var result: JSONObject = ["valid": false, "reason": .string(reason(tokens, token, api: ""))]
      if let world = TokenWorld.name(in: token) { result["world"] = .string(world) }
      return .json(.object(result))
    }
    let reason = reason(tokens, token, api: owner.api)
    var result: JSONObject = [
      "valid": .bool(reason.isEmpty), "api": .string(owner.api), "account": .string(owner.account),
      "session": .string(owner.session), "expiresAt": .string(Timestamp(seconds: owner.expiresAt).iso8601),
      "expiresIn": .number(JSONNumber(Int(clamping: owner.expiresAt.saturatingSubtract(call.world.clock.now.seconds)))),
      "claims": .object(owner.claims),
    ]
    if !reason.isEmpty { result["reason"] = .string(reason) }
    return .json(.object(result))
  }

  /// Why a token is invalid; empty for a valid one.
  private static func reason(_ tokens: AccessTokens, _ token: String, api: String) -> String {
    do {
      _ = try tokens.verify(token, api: api)
      return ""
    } catch {
      return error.message
    }
  }
}
