import HTTPCore
import JSON
import World

/// An API that issues tokens, and how tests get them.
package struct TokenIssuer: Sendable {
  /// The API's name.
  let name: String
  /// Whether tokens of accounts that are not there have a use: an app may show one that was issued elsewhere.
  let acceptsUnknownAccounts: Bool
  /// The id of an account, by its id or by the name that it signs in with; without a name that of the first one. Nil if
  /// it is not there.
  let account: @Sendable (String?, World) throws -> String?
  /// The headers with which a request shows a token.
  let headers: @Sendable (String) -> [(name: String, value: String)]

  /// Creates an issuer.
  package init(
    name: String, acceptsUnknownAccounts: Bool, account: @escaping @Sendable (String?, World) throws -> String?,
    headers: @escaping @Sendable (String) -> [(name: String, value: String)]
  ) {
    (self.name, self.acceptsUnknownAccounts) = (name, acceptsUnknownAccounts)
    (self.account, self.headers) = (account, headers)
  }

  /// The account that a token is made for.
  ///
  /// - Throws: ``Problem`` of kind `validation` when it has to be there and is not.
  func account(named name: String, _ world: World) throws -> String {
    if let known = try account(name, world) { return known }
    if acceptsUnknownAccounts { return name }
    throw Problem(.validation, "\(self.name) has no account with this id, name or e-mail address", field: "account")
  }
}

/// Tokens for tests: issue, inspect and invalidate.
package enum TokenEndpoints {
  private static let fields = ["api", "account", "session", "expiresIn", "claims"]
  /// Claims that only the server sets.
  private static let reserved = ["iss", "sub", "sid", "iat", "exp", "jti", TokenWorld.claim]
  private static let maximumLifetime = 315_360_000

  /// The endpoints.
  ///
  /// - Parameters:
  ///   - issuers: The APIs that issue tokens.
  package static func all(_ issuers: [TokenIssuer]) -> [Endpoint] {
    [
      Endpoint(.post, "/_mock/tokens", "mintToken", .open) { try mint($0, issuers) },
      Endpoint(.post, "/_mock/sign-in", "signIn", .open) { try signIn($0, issuers) },
      Endpoint(.post, "/_mock/tokens/invalidate", "invalidateTokens", .open) { call in
        try call.world.invalidateAllTokens()
        return .noContent
      },
      Endpoint(.post, "/_mock/tokens/inspect", "inspectToken", .open, answer: inspect).asking,
    ]
  }

  private static func mint(_ call: Call, _ issuers: [TokenIssuer]) throws -> Response {
    let body = try ControlBody(call.request, known: fields)
    let issuer = try issuer(body, issuers)
    guard let name = try body.text("account", upTo: 254) else {
      throw Problem(.validation, "account must be an account's id, such as the one its token names", field: "account")
    }
    let world = call.world
    // A negative number issues an expired token.
    let lifetime =
      try body.integer("expiresIn", in: -maximumLifetime...maximumLifetime) ?? world.lifetimes(of: issuer.name).access
    let claims = try body.object("claims") ?? JSONObject()
    if let taken = claims.keys.first(where: reserved.contains) {
      throw Problem(.validation, "the claim \(taken) is set by the server", field: "claims")
    }
    return try issued(
      issuer, account: issuer.account(named: name, world), session: body.text("session") ?? world.sessions.begin(),
      lifetime: lifetime, claims: claims, world)
  }

  private static func signIn(_ call: Call, _ issuers: [TokenIssuer]) throws -> Response {
    let body = try ControlBody(call.request, known: ["api", "account"])
    let issuer = try issuer(body, issuers)
    let world = call.world
    guard let account = try issuer.account(body.text("account", upTo: 254), world) else {
      let reason =
        try body.text("account", upTo: 254) == nil
        ? "has no account yet; register one" : "has no account with this id, name or e-mail address"
      throw Problem(.validation, "\(issuer.name) \(reason)", field: "account")
    }
    return try issued(
      issuer, account: account, session: world.sessions.begin(), lifetime: world.lifetimes(of: issuer.name).access,
      claims: JSONObject(), world)
  }

  private static func issuer(_ body: ControlBody, _ issuers: [TokenIssuer]) throws(Problem) -> TokenIssuer {
    let name = try body.text("api")
    if let issuer = issuers.first(where: { $0.name == name }) { return issuer }
    let names = issuers.map(\.name).joined(separator: ", ")
    throw Problem(.validation, "api must be one of those with accounts: \(names)", field: "api")
  }

  private static func issued(
    _ issuer: TokenIssuer, account: String, session: String, lifetime: Int, claims: JSONObject, _ world: World
  ) throws -> Response {
    let token = world.accessTokens.issue(
      api: issuer.name, account: account, session: session, lifetime: lifetime,
      claims: Dictionary(claims.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    let refreshToken = try world.refreshTokens.issue(
      api: issuer.name, account: account, session: session, lifetime: world.lifetimes(of: issuer.name).refresh)
    let headers = issuer.headers(token).map { ($0.name, JSONValue.string($0.value)) }
    return .json(
      [
        "token": .string(token), "refreshToken": .string(refreshToken), "api": .string(issuer.name),
        "account": .string(account), "session": .string(session),
        "expiresAt": .string(Timestamp(seconds: world.clock.now.seconds.saturatingAdd(Int64(lifetime))).iso8601),
        "headers": .object(JSONObject(headers)),
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
