import HTTPCore
import World

/// The answers that carry tokens.
enum InterspaceTokens {
  /// Begins a session and answers with its tokens and the full user (CONTRACT C20).
  static func signIn(_ world: World, account: String, status: Int = 200) throws -> Response {
    let session = world.sessions.begin()
    let refreshToken = try world.refreshTokens.issue(
      api: Interspace.identifier, account: account, session: session,
      lifetime: world.lifetimes(of: Interspace.identifier).refresh)
    guard let user = try world.store.read({ try AccountSQL.user($0, id: account) }) else {
      throw Problem(.unauthenticated, "the account does not exist any more")
    }
    var body = Array("{\"accessToken\":\"\(accessToken(world, account: account, session: session))\"".utf8)
    body.append(contentsOf: ",\"account\":".utf8)
    body.append(contentsOf: user)
    body.append(contentsOf: ",\"refreshToken\":\"\(refreshToken)\"}".utf8)
    return .json(body, status: status)
  }

  static func accessToken(_ world: World, account: String, session: String) -> String {
    world.accessTokens.issue(
      api: Interspace.identifier, account: account, session: session,
      lifetime: world.lifetimes(of: Interspace.identifier).access)
  }
}
