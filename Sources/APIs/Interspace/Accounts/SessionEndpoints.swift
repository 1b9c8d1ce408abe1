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

  /// Rotates: the token presented is spent, and presenting it again ends the session.
  private static func refresh(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("refreshToken", length: 1...1024)
    try fields.finish()
    let world = call.world
    let lifetimes = world.lifetimes(of: Interspace.identifier)
    let grant = try world.refreshTokens.exchange(
      token ?? "", api: Interspace.identifier, rotation: .immediate, lifetime: lifetimes.refresh,
      accessLifetime: lifetimes.access)
    let access = InterspaceTokens.accessToken(world, account: grant.account, session: grant.session)
    return .json(["accessToken": .string(access), "refreshToken": .string(grant.refreshToken)])
  }

  /// 204 for any token or none; ends the session of whatever valid token came, in the body or the header.
  private static func logout(_ call: Call) throws -> Response {
    try SignOut.end(call, api: Interspace.identifier)
    return .noContent
  }
}
