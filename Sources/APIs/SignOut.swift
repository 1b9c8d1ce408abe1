import HTTPCore
import World

/// Ending the session of whoever asks for it.
enum SignOut {
  /// Ends the sessions of an API whose tokens came: a refresh token in the body, an access token in the header, expired
  /// or not. Any other token, or none, ends nothing and is no error.
  static func end(_ call: Call, api: String) throws {
    let world = call.world
    let end = world.clock.now.seconds.saturatingAdd(Int64(clamping: world.lifetimes(of: api).access))
    if let token = (try? call.request.jsonObject())?["refreshToken"]?.string,
      let session = try world.refreshTokens.session(of: token, api: api)
    {
      try world.sessions.end(session, until: end)
    }
    if let token = call.request.bearerToken, let owner = world.accessTokens.owner(of: token), owner.api == api {
      try world.sessions.end(owner.session, until: owner.expiresAt)
    }
  }
}
