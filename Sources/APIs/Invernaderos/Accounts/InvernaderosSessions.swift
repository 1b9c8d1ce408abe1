import HTTPCore
import Store
import World

/// Staying signed in and signing out, which upstream has and the document has not.
enum InvernaderosSessions {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/refresh", "refreshToken", .open, claim: claim, answer: refresh),
    Endpoint(.post, "\(Invernaderos.base)/auth/logout", "logout", .open, claim: claim, answer: logout),
  ]

  /// Rotates: the token presented is spent, and presenting it again ends the session.
  private static func refresh(_ call: Call) throws -> Response {
    let world = call.world
    let grant = try SessionRenewal.grant(call, api: Invernaderos.identifier)
    guard let account = try world.store.read({ try InvernaderosAccountSQL.account($0, login: grant.account) }) else {
      throw Problem(.unauthenticated, "the account does not exist any more")
    }
    return InvernaderosTokens.answer(world, account, session: grant.session, refreshToken: grant.refreshToken)
  }

  /// 204 for any token or none; ends the session of whatever valid token came, in the body or the header.
  private static func logout(_ call: Call) throws -> Response {
    try SignOut.end(call, api: Invernaderos.identifier)
    return .noContent
  }

  /// Sessions of ours alone; what is nobody's belongs to the other API of the path (CONTRACT C2).
  private static func claim(_ request: Request, _ world: World) throws -> Int {
    if let strength = try SessionClaim.strength(request, world, api: Invernaderos.identifier) { return strength }
    throw Problem(.unauthenticated, "the refresh token is unknown: never issued here, or signed out")
  }
}
