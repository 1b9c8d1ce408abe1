import APISupport
import HTTPCore
import JSON
import Store
import World

/// Signing in with a password.
enum SignInEndpoints {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/login", "login", .open, matchScore: matchScore, answer: login)
  ]

  private static func login(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let username = fields.text("username", length: 1...254)
    let password = fields.text("password", length: 1...1024)
    try fields.finish()
    return try Tokens.signIn(call.world, try AccountSQL.account(call.world, login: username, password: password))
  }

  /// A sign-in with a user name, also one that looks like an e-mail address (CONTRACT C1).
  private static func matchScore(_ request: Request, _ world: World) throws -> Int {
    let body = try request.jsonObject()
    if let username = body["username"], username != .null { return 2 }
    var fields = FieldReader(body)
    _ = fields.text("username", length: 1...254)
    try fields.finish()
    return 0
  }
}

/// Staying signed in and signing out, which upstream has and the document has not.
enum SessionEndpoints {
  static let all = [
    Endpoint(
      .post, "\(Invernaderos.base)/auth/refresh", "refreshToken", .open, matchScore: matchScore, answer: refresh),
    Endpoint(.post, "\(Invernaderos.base)/auth/logout", "logout", .open, matchScore: matchScore, answer: logout),
  ]

  /// Gives new tokens; how long the old refresh token is good, ``SessionRenewal`` says.
  private static func refresh(_ call: Call) throws -> Response {
    let world = call.world
    let grant = try SessionRenewal.grant(call, api: Invernaderos.identifier)
    guard let account = try world.store.read({ try AccountSQL.account($0, login: grant.account) }) else {
      throw Problem(.unauthenticated, "the account does not exist any more")
    }
    return Tokens.response(world, account, GrantedSession(grant.session), refreshToken: grant.refreshToken)
  }

  /// 204 for any token or none; ends the session of whatever valid token came, in the body or the header.
  private static func logout(_ call: Call) throws -> Response {
    try SignOut.end(call, api: Invernaderos.identifier)
    return .noContent
  }

  /// Only sessions of Invernaderos; a token of no API goes to the other API of the path (CONTRACT C2).
  private static func matchScore(_ request: Request, _ world: World) throws -> Int {
    if let strength = try SessionMatchScore.strength(request, world, api: Invernaderos.identifier) { return strength }
    throw Problem(.unauthenticated, "the refresh token is unknown: never issued here, or signed out")
  }
}

/// The documented JwtResponse (CONTRACT §2.2).
enum Tokens {
  /// Begins a session of an account and returns its tokens.
  ///
  /// - Throws: ``Problem`` of kind `wrongCredentials` when the account has got another password meanwhile, or is gone.
  static func signIn(_ world: World, _ account: AccountSQL.Account, isNew: Bool = false) throws -> Response {
    let session = world.sessions.begin()
    let refreshToken = try world.refreshTokens.issue(
      api: Invernaderos.identifier, account: account.email, session: session,
      lifetime: world.lifetimes(of: Invernaderos.identifier).refresh
    ) { connection in
      // A change of the password ends the sessions that there are: none may begin with the old one after it.
      guard try AccountSQL.account(connection, login: account.email)?.passwordHash == account.passwordHash else {
        throw AccountSQL.wrongCredentials
      }
    }
    return response(world, account, GrantedSession(session, hasNewAccount: isNew), refreshToken: refreshToken)
  }

  /// Begins a session of an account without a refresh token, for a client that sends its password with CONNECT.
  ///
  /// - Returns: The access token.
  /// - Throws: ``Problem`` of kind `wrongCredentials`.
  static func signIn(_ world: World, login: String, password: String) throws -> String {
    access(world, try AccountSQL.account(world, login: login, password: password), session: world.sessions.begin())
  }

  private static func access(_ world: World, _ account: AccountSQL.Account, session: String) -> String {
    world.accessTokens.issue(
      api: Invernaderos.identifier, account: account.email, session: session,
      lifetime: world.lifetimes(of: Invernaderos.identifier).access,
      claims: ["tenantId": .string(account.tenant), "role": .string(account.role)])
  }

  /// The tokens of a session. `username` is the e-mail address, whatever the client signed in with.
  static func response(
    _ world: World, _ account: AccountSQL.Account, _ session: GrantedSession, refreshToken: String
  ) -> Response {
    let lifetimes = world.lifetimes(of: Invernaderos.identifier)
    let token = access(world, account, session: session.id)
    var response = Response.json([
      "token": .string(token), "type": "Bearer", "username": .string(account.email),
      "roles": [.string("ROLE_\(account.role)")], "refreshToken": .string(refreshToken),
      "expiresIn": .number(JSONNumber(lifetimes.access)), "refreshExpiresIn": .number(JSONNumber(lifetimes.refresh)),
    ])
    response.session = session
    return response
  }
}
