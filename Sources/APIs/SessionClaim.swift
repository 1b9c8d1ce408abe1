import HTTPCore
import World

/// Whether a request that renews or ends a session is about a session of a certain API (CONTRACT C2).
enum SessionClaim {
  /// 3 when the refresh token in the body is the API's, 2 when only the bearer token is, else nil.
  static func strength(_ request: Request, _ world: World, api: String) throws -> Int? {
    if let token = (try? request.jsonObject())?["refreshToken"]?.string,
      try world.refreshTokens.session(of: token, api: api) != nil
    {
      return 3
    }
    if let token = request.bearerToken, world.accessTokens.owner(of: token)?.api == api { return 2 }
    return nil
  }
}
