import HTTPCore
import World

/// Renewing the session of whoever asks for it, for APIs that rotate refresh tokens at once.
enum SessionRenewal {
  /// Exchanges the refresh token in the body: it is spent, and presenting it again ends the session.
  ///
  /// - Throws: ``Problem`` of kind `validation` without a token, `unauthenticated` or `tokenExpired` for one that is of
  ///   no use.
  static func grant(_ call: Call, api: String) throws -> RefreshTokens.Grant {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("refreshToken", length: 1...1024)
    try fields.finish()
    let lifetimes = call.world.lifetimes(of: api)
    return try call.world.refreshTokens.exchange(
      token ?? "", api: api, rotation: .immediate, lifetime: lifetimes.refresh, accessLifetime: lifetimes.access)
  }
}
