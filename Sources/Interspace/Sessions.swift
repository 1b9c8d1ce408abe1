import APISupport
import Cryptography
import HTTPCore
import JSON
import Store
import World

/// Signing in with a password, with Google and with Apple.
enum SignInEndpoints {
  private static let path = "\(Interspace.base)/auth"

  static let all = [
    Endpoint(.post, "\(path)/login", "login", .open, claim: Claims.login, answer: login),
    Endpoint(.post, "\(path)/google", "signInWithGoogle", .open, answer: google),
    Endpoint(.post, "\(path)/apple", "signInWithApple", .open, answer: apple),
  ]

  private static func login(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 1...254)
    let password = fields.text("password", length: 1...1024)
    try fields.finish()
    guard
      let credentials = try call.world.store.read({ try AccountSQL.credentials($0, email: email) }),
      let hash = credentials.passwordHash, hash == PasswordHash.hash(password, account: credentials.id)
    else { throw wrongCredentials }
    return try Tokens.signIn(call.world, account: credentials.id) { connection in
      // A change of the password ends the sessions that there are: none may begin with the old one after it.
      guard try AccountSQL.passwordHash(connection, id: credentials.id) == hash else { throw wrongCredentials }
    }
  }

  private static let wrongCredentials = Problem(
    .wrongCredentials, "e-mail and password do not belong to an account")

  private static func google(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("idToken", length: 1...16_384)
    try fields.finish()
    return try signIn(call, provider: "google", token: token, email: nil)
  }

  /// Apple tells name and e-mail once, at the first sign-in, so `account` may be absent; `user` is its old name
  /// (CONTRACT C24).
  private static func apple(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("identityToken", length: 1...16_384)
    _ = fields.optionalText("authorizationCode", length: 1...4096)
    let account = fields.optionalObject("account") ?? fields.optionalObject("user")
    try fields.finish()
    var person = FieldReader(account ?? JSONObject())
    let email = person.optionalText("email", length: 5...254)
    if let email, !EmailAddress.isValid(email) { person.reject("email", EmailAddress.rule) }
    try person.finish()
    return try signIn(call, provider: "apple", token: token, email: email)
  }

  /// Signs in with the account of a provider's token, which is made at its first use (CONTRACT D3).
  private static func signIn(_ call: Call, provider: String, token: String, email: String?) throws -> Response {
    let claims = ProviderToken.claims(of: token)
    let identity = SHA256.hash(Array("\(provider):\(claims?.subject ?? token)".utf8))
    let wanted = email ?? claims?.email
    let seconds = call.world.clock.now.seconds
    let account = try call.world.store.transaction { connection in
      if let known = try AccountSQL.account(connection, identity: identity) { return known }
      let free = try wanted.flatMap { email in
        try AccountSQL.isTaken(connection, email: email, except: nil) ? nil : email
      }
      return try AccountSQL.insert(connection, email: free, identity: identity, at: seconds)
    }
    return try Tokens.signIn(call.world, account: account)
  }
}

/// What can be read from a provider's token. Nothing is verified: any token is accepted.
private enum ProviderToken {
  /// The claims of a token that looks like a JSON Web Token. Its subject stays the same when the provider issues
  /// another token for the same person.
  static func claims(of token: String) -> (subject: String, email: String?)? {
    let parts = Array(token.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let claims = (try? JSONParser.parse(payload))?.object, let subject = claims["sub"]?.string, !subject.isEmpty
    else { return nil }
    let email = claims["email"]?.string.flatMap { EmailAddress.isValid($0) ? $0 : nil }
    return (subject, email)
  }
}

/// Staying signed in and signing out.
enum SessionEndpoints {
  static let all = [
    Endpoint(
      .post, "\(Interspace.base)/auth/refresh", "refreshToken", .open, claim: Claims.session,
      answer: refresh),
    Endpoint(
      .post, "\(Interspace.base)/auth/logout", "logout", .open, claim: Claims.session, answer: logout),
  ]

  /// Gives a new pair; how long the old refresh token is good, ``SessionRenewal`` says.
  private static func refresh(_ call: Call) throws -> Response {
    let world = call.world
    let grant = try SessionRenewal.grant(call, api: Interspace.identifier)
    let access = try Tokens.accessToken(world, account: grant.account, session: grant.session)
    var response = Response.json(["accessToken": .string(access), "refreshToken": .string(grant.refreshToken)])
    response.session = GrantedSession(grant.session)
    return response
  }

  /// 204 for any token or none; ends the session of whatever valid token came, in the body or the header.
  private static func logout(_ call: Call) throws -> Response {
    try SignOut.end(call, api: Interspace.identifier)
    return .noContent
  }
}

/// The answers that carry tokens.
enum Tokens {
  /// Begins a session and answers with its tokens and the full user (CONTRACT C20).
  ///
  /// - Parameters:
  ///   - check: Throws when the account may not sign in any more; called in the transaction that begins the session.
  static func signIn(
    _ world: World, account: String, status: Int = 200, requiring check: (Connection) throws -> Void = { _ in }
  ) throws -> Response {
    let session = world.sessions.begin()
    let refreshToken = try world.refreshTokens.issue(
      api: Interspace.identifier, account: account, session: session,
      lifetime: world.lifetimes(of: Interspace.identifier).refresh
    ) { connection in
      guard try AccountSQL.email(connection, id: account) != nil else { throw gone }
      try check(connection)
    }
    guard let user = try world.store.read({ try AccountSQL.user($0, id: account) }) else { throw gone }
    let access = try accessToken(world, account: account, session: session)
    var body = Array("{\"accessToken\":\"\(access)\"".utf8)
    body.append(contentsOf: ",\"account\":".utf8)
    body.append(contentsOf: user)
    body.append(contentsOf: ",\"refreshToken\":\"\(refreshToken)\"}".utf8)
    var response = Response.json(body, status: status)
    response.session = GrantedSession(session, hasNewAccount: status == 201)
    return response
  }

  private static let gone = Problem(.unauthenticated, "the account does not exist any more")

  /// A token of an account, with the address that it has now.
  static func accessToken(_ world: World, account: String, session: String) throws -> String {
    let email = try world.store.read { try AccountSQL.email($0, id: account) }
    return world.accessTokens.issue(
      api: Interspace.identifier, account: account, session: session,
      lifetime: world.lifetimes(of: Interspace.identifier).access,
      claims: email.map { [AccessTokens.emailClaim: .string($0)] } ?? [:])
  }
}

/// Decides which requests on shared paths are Interspace's.
enum Claims {
  /// Headers that Interspace's apps send (CONTRACT §6.1).
  private static let appHeaders = ["X-Platform", "X-App-Version"]

  /// A sign-in with an e-mail address. With a user name beside it, it is Interspace's only when one of its apps sent it
  /// (CONTRACT C1).
  static func login(_ request: Request, _ world: World) throws -> Int {
    let body = try request.jsonObject()
    guard let email = body["email"], email != .null else {
      var fields = FieldReader(body)
      _ = fields.text("email", length: 1...254)
      try fields.finish()
      return 0
    }
    guard let userName = body["username"], userName != .null else { return 2 }
    return isFromApp(request) ? 3 : 1
  }

  /// Whether one of Interspace's apps sent a request.
  static func isFromApp(_ request: Request) -> Bool { appHeaders.contains { request.headers[$0] != nil } }

  /// A session of Interspace's, and a token of no API (CONTRACT C2).
  static func session(_ request: Request, _ world: World) throws -> Int {
    try SessionClaim.strength(request, world, api: Interspace.identifier) ?? 1
  }
}
