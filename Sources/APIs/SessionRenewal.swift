import HTTPCore
import World

/// Renewing the session of whoever asks for it, for APIs whose documented answer carries a new refresh token.
enum SessionRenewal {
  /// Exchanges the refresh token in the body. It stays good until its successor is used, since an answer can get lost and
  /// two requests can cross; presenting it after that ends the session. With `--refresh strict` it is spent at once.
  ///
  /// - Throws: ``Problem`` of kind `validation` without a token, `unauthenticated` or `tokenExpired` for one that is of
  ///   no use.
  static func grant(_ call: Call, api: String) throws -> RefreshTokens.Grant {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("refreshToken", length: 1...1024)
    try fields.finish()
    let lifetimes = call.world.lifetimes(of: api)
    return try call.world.refreshTokens.exchange(
      token ?? "", api: api, rotation: call.world.refreshRotation, lifetime: lifetimes.refresh,
      accessLifetime: lifetimes.access)
  }
}
