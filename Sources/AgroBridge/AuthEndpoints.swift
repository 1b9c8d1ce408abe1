import HTTPCore
import JSON
import Store
import World

/// Signing in, staying in, signing out (CONTRACT §3.4).
enum AuthEndpoints {
  static let all = [
    Endpoint(.post, "\(AgroBridge.base)/auth/login", "login", .open, answer: login),
    Endpoint(.post, "\(AgroBridge.base)/auth/refresh", "refresh", .open, answer: refresh),
    Endpoint(.post, "\(AgroBridge.base)/auth/logout", "logout", .open, answer: logout),
  ]

  /// Only presence is checked: the documented password breaks the documented password rule (CONTRACT §3.4).
  private static func login(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 1...254)
    let password = fields.text("password", length: 1...1024)
    try fields.finish()
    guard
      let usuario = try call.world.store.read({ try Usuarios.row($0, email: email) }),
      usuario.passwordHash == PasswordHash.hash(password, account: usuario.id)
    else { throw wrongCredentials }
    return try signIn(call.world, usuario)
  }

  private static let wrongCredentials = Problem(
    .wrongCredentials, "e-mail and password do not belong to an account")

  /// Begins a session of an account and returns its tokens.
  ///
  /// - Throws: ``Problem`` of kind `wrongCredentials` when the account has got another password meanwhile, or is gone.
  static func signIn(_ world: World, _ usuario: Usuarios.Row, status: Int = 200) throws -> Response {
    let session = world.sessions.begin()
    let refreshToken = try world.refreshTokens.issue(
      api: AgroBridge.identifier, account: usuario.id, session: session,
      lifetime: world.lifetimes(of: AgroBridge.identifier).refresh
    ) { connection in
      // A change of the password ends the sessions that there are: none may begin with the old one after it.
      guard try Usuarios.row(connection, id: usuario.id)?.passwordHash == usuario.passwordHash else {
        throw wrongCredentials
      }
    }
    var body = Array("{\"refreshToken\":\"\(refreshToken)\",\"token\":\"".utf8)
    body.append(contentsOf: accessToken(world, usuario, session: session).utf8)
    body.append(contentsOf: "\",\"user\":".utf8)
    body.append(contentsOf: usuario.json)
    body.append(UInt8(ascii: "}"))
    var response = Response.json(body, status: status)
    response.session = GrantedSession(session, hasNewAccount: status == 201)
    return response
  }

  private static func refresh(_ call: Call) throws -> Response {
    let token = try presentedRefreshToken(call.request)
    let world = call.world
    let lifetimes = world.lifetimes(of: AgroBridge.identifier)
    let grant = try world.refreshTokens.exchange(
      token, api: AgroBridge.identifier, rotation: .whenSuccessorIsUsed, lifetime: lifetimes.refresh,
      accessLifetime: lifetimes.access)
    guard let usuario = try world.store.read({ try Usuarios.row($0, id: grant.account) }) else {
      throw Problem(.unauthenticated, "the refresh token's account does not exist any more")
    }
    var response = Response.json([
      "token": .string(accessToken(world, usuario, session: grant.session)),
      "expiresIn": .number(JSONNumber(lifetimes.access)),
      "refreshToken": .string(grant.refreshToken),
    ])
    response.session = GrantedSession(grant.session)
    return response
  }

  /// 204 for any token or none: the documented client logs out because of a 401, and would never stop if
  /// logging out gave one too (CONTRACT Q-A1).
  private static func logout(_ call: Call) throws -> Response {
    let world = call.world
    if let token = call.request.bearerToken, let owner = world.accessTokens.owner(of: token),
      owner.api == AgroBridge.identifier
    {
      try world.sessions.end(owner.session, until: owner.expiresAt)
    }
    return .noContent
  }

  /// Three ways of sending it are documented: two names in the body, which win, and the bearer header.
  private static func presentedRefreshToken(_ request: Request) throws -> String {
    if !request.body.isEmpty {
      let body = try request.jsonObject()
      for name in ["refreshToken", "refresh_token"] {
        guard let value = body[name], value != .null else { continue }
        guard let token = value.string else {
          throw Problem(.validation, "\(name) must be a string, not \(value.typeName)", field: name)
        }
        return token
      }
    }
    guard let token = request.bearerToken else {
      throw Problem(
        .unauthenticated, "a refresh token is needed: refreshToken in the body, or Authorization: Bearer")
    }
    return token
  }

  private static func accessToken(
    _ world: World, _ usuario: Usuarios.Row, session: String
  ) -> String {
    world.accessTokens.issue(
      api: AgroBridge.identifier, account: usuario.id, session: session,
      lifetime: world.lifetimes(of: AgroBridge.identifier).access,
      claims: ["rol": .string(usuario.rol), AccessTokens.emailClaim: .string(usuario.email)])
  }
}
