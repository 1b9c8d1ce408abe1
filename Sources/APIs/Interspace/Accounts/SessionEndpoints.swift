import HTTPCore
import Store
import World

/// Staying signed in and signing out.
enum SessionEndpoints {
  static let all = [
    Endpoint(
      .post, "\(Interspace.base)/auth/refresh", "refreshToken", .open, claim: InterspaceClaims.session,
      answer: refresh),
    Endpoint(
      .post, "\(Interspace.base)/auth/logout", "logout", .open, claim: InterspaceClaims.session, answer: logout),
  ]

  /// Gives a new pair; how long the old refresh token is good, ``SessionRenewal`` says.
  private static func refresh(_ call: Call) throws -> Response {
    let world = call.world
    let grant = try SessionRenewal.grant(call, api: Interspace.identifier)
    let access = InterspaceTokens.accessToken(world, account: grant.account, session: grant.session)
    return .json(["accessToken": .string(access), "refreshToken": .string(grant.refreshToken)])
  }

  /// 204 for any token or none; ends the session of whatever valid token came, in the body or the header.
  private static func logout(_ call: Call) throws -> Response {
    try SignOut.end(call, api: Interspace.identifier)
    return .noContent
  }
}
