import APISupport
import Cryptography
import HTTPCore
import JSON
import Store
import World

/// Staying signed in and signing out.
enum SessionEndpoints {
  static let all = [
    Endpoint(
      .post, "\(Interspace.base)/auth/refresh", "refreshToken", .open, matchScore: MatchScores.session,
      answer: refresh),
    Endpoint(
      .post, "\(Interspace.base)/auth/logout", "logout", .open, matchScore: MatchScores.session, answer: logout),
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

/// The responses that carry tokens.
enum Tokens {
  /// Begins a session and returns its tokens and the full user (CONTRACT C20).
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
enum MatchScores {
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
    try SessionMatchScore.strength(request, world, api: Interspace.identifier) ?? 1
  }
}
