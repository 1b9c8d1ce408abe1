import HTTPCore
import JSON
import World

/// The documented JwtResponse (CONTRACT §2.2).
enum InvernaderosTokens {
  /// Begins a session of an account and answers with its tokens.
  static func signIn(_ world: World, login: String) throws -> Response {
    guard let account = try world.store.read({ try InvernaderosAccountSQL.account($0, login: login) }) else {
      throw Problem(.unauthenticated, "the account does not exist any more")
    }
    let session = world.sessions.begin()
    let refreshToken = try world.refreshTokens.issue(
      api: Invernaderos.identifier, account: account.email, session: session,
      lifetime: world.lifetimes(of: Invernaderos.identifier).refresh)
    return answer(world, account, session: session, refreshToken: refreshToken)
  }

  /// The tokens of a session. `username` is the e-mail address, whatever the client signed in with.
  static func answer(
    _ world: World, _ account: InvernaderosAccountSQL.Account, session: String, refreshToken: String
  ) -> Response {
    let lifetimes = world.lifetimes(of: Invernaderos.identifier)
    let token = world.accessTokens.issue(
      api: Invernaderos.identifier, account: account.email, session: session, lifetime: lifetimes.access,
      claims: ["tenantId": .string(account.tenant), "role": .string(account.role)])
    return .json([
      "token": .string(token), "type": "Bearer", "username": .string(account.email),
      "roles": [.string("ROLE_\(account.role)")], "refreshToken": .string(refreshToken),
      "expiresIn": .number(JSONNumber(lifetimes.access)), "refreshExpiresIn": .number(JSONNumber(lifetimes.refresh)),
    ])
  }
}
