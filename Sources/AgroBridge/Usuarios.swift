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

  /// Begins a session of an account and answers with its tokens.
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

/// The rows of accounts.
enum Usuarios {
  static let creation = """
    CREATE TABLE agrobridge_usuario (
      id TEXT PRIMARY KEY,
      nombre TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      password_hash BLOB NOT NULL,
      rol TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// An account that may sign in.
  struct Row {
    let id: String
    let passwordHash: [UInt8]
    let rol: String
    let email: String
    /// The documented User object.
    let json: [UInt8]
  }

  static func row(_ connection: Connection, email: String) throws -> Row? {
    try row(connection, whereSQL: "email = ?", email)
  }

  static func row(_ connection: Connection, id: String) throws -> Row? {
    try row(connection, whereSQL: "id = ?", id)
  }

  private static func row(
    _ connection: Connection, whereSQL condition: String, _ value: String
  ) throws -> Row? {
    let row = try connection.row(
      "SELECT id, password_hash, rol, email, \(json) FROM agrobridge_usuario WHERE \(condition)", [.text(value)])
    guard let row, let id = row[0].text, let hash = row[1].blob, let rol = row[2].text, let email = row[3].text,
      let json = row[4].text
    else { return nil }
    return Row(id: id, passwordHash: hash, rol: rol, email: email, json: Array(json.utf8))
  }

  /// Makes an account. Call it inside a transaction.
  static func insert(
    _ connection: Connection, nombre: String, email: String, password: String, rol: String
  ) throws -> Row? {
    var id = ""
    repeat {
      let number = try WorldSQL.next(connection, "user")
      id = "user_\(number)"
    } while try row(connection, id: id) != nil
    try connection.execute(
      "INSERT INTO agrobridge_usuario (id, nombre, email, password_hash, rol) VALUES (?, ?, ?, ?, ?)",
      [.text(id), .text(nombre), .text(email), .blob(PasswordHash.hash(password, account: id)), .text(rol)])
    return try row(connection, id: id)
  }

  /// Changes an account's name and address. Call it inside a transaction.
  ///
  /// - Returns: It as it is now; nil when there is none of that id.
  static func update(_ connection: Connection, id: String, nombre: String, email: String) throws -> Row? {
    try connection.execute(
      "UPDATE agrobridge_usuario SET nombre = ?, email = ? WHERE id = ?", [.text(nombre), .text(email), .text(id)])
    return try row(connection, id: id)
  }

  /// Gives an account another password.
  ///
  /// - Returns: Whether there is such an account.
  static func setPasswordHash(_ connection: Connection, id: String, _ hash: [UInt8]) throws -> Bool {
    try connection.execute(
      "UPDATE agrobridge_usuario SET password_hash = ? WHERE id = ?", [.blob(hash), .text(id)]) > 0
  }

  /// Deletes an account.
  ///
  /// - Returns: Whether it was there.
  static func delete(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_usuario WHERE id = ?", [.text(id)]) > 0
  }

  private static let json = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("email", "email"), JSONExpression.text("rol", "rol"),
  ])

  /// Loads a seed file, a JSON array of accounts with their passwords.
  static func load(_ json: String, into connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT value ->> 'id', value ->> 'nombre', value ->> 'email', value ->> 'password', value ->> 'rol'
      FROM json_each(?)
      """, [.text(json)])
    for row in rows {
      let hash = PasswordHash.hash(row[3].text ?? "", account: row[0].text ?? "")
      try connection.execute(
        "INSERT INTO agrobridge_usuario (id, nombre, email, password_hash, rol) VALUES (?, ?, ?, ?, ?)",
        [row[0], row[1], row[2], .blob(hash), row[4]])
    }
  }
}
