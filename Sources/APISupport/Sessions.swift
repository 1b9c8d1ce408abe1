import HTTPCore
import Options
import World

/// Whether a request that renews or ends a session is about a session of a certain API (CONTRACT C2).
package enum SessionMatchScore {
  /// 3 when the refresh token in the body is the API's, 2 when only the bearer token is, else nil.
  package static func strength(_ request: Request, _ world: World, api: String) throws -> Int? {
    if let token = (try? request.jsonObject())?["refreshToken"]?.string,
      try world.refreshTokens.session(of: token, api: api) != nil
    {
      return 3
    }
    if let token = request.bearerToken, world.accessTokens.owner(of: token)?.api == api { return 2 }
    return nil
  }
}

/// How sessions are renewed, for all APIs that leave it open.
package struct SessionRenewalOptions: APIOptions {
  /// What an exchange does to refresh tokens.
  package var rotation = RefreshTokens.Rotation.whenSuccessorIsUsed

  /// The defaults.
  package init() {}

  package static let declarations: [OptionDeclaration<APIOptionValues>] = [
    OptionDeclaration(
      "refresh", \.sessionRenewal.isStrict, .either("lenient", "strict"),
      "lenient, or strict to accept a refresh token only once.",
      details: "`lenient`: those of Interspace and Invernaderos work until their successor is used.")
  ]

  fileprivate var isStrict: Bool {
    get { rotation == .immediate }
    set { rotation = newValue ? .immediate : .whenSuccessorIsUsed }
  }
}

extension APIOptionValues {
  /// The options of ``SessionRenewal``.
  package var sessionRenewal: SessionRenewalOptions {
    get { self[SessionRenewalOptions.self] }
    set { self[SessionRenewalOptions.self] = newValue }
  }
}

/// Renews sessions for APIs whose documented response has a new refresh token.
package enum SessionRenewal {
  /// Exchanges the refresh token in the body. It stays valid until its successor is used, since a response can get lost
  /// and two requests can cross; presenting it after that ends the session. With `--refresh strict` it works only once.
  ///
  /// - Throws: ``Problem`` of kind `validation` without a token, `unauthenticated` or `tokenExpired` for one that is of
  ///   no use.
  package static func grant(_ call: Call, api: String) throws -> RefreshTokens.Grant {
    var fields = FieldReader(try call.request.jsonObject())
    let token = fields.text("refreshToken", length: 1...1024)
    try fields.finish()
    let lifetimes = call.world.lifetimes(of: api)
    return try call.world.refreshTokens.exchange(
      token, api: api, rotation: call.world.options.sessionRenewal.rotation, lifetime: lifetimes.refresh,
      accessLifetime: lifetimes.access)
  }
}

/// Ends the caller's session.
package enum SignOut {
  /// Ends the sessions of an API whose tokens came: a refresh token in the body, an access token in the header, expired
  /// or not. Any other token, or none, ends nothing and is no error.
  package static func end(_ call: Call, api: String) throws {
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
