import HTTPCore
import Store
import World

/// Signing in with a password.
enum InvernaderosSignIn {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/login", "login", .open, claim: claim, answer: login)
  ]

  private static func login(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let username = fields.text("username", length: 1...254)
    let password = fields.text("password", length: 1...1024)
    try fields.finish()
    guard let username, let password,
      let account = try call.world.store.read({ try InvernaderosAccountSQL.account($0, login: username) }),
      account.passwordHash == PasswordHash.hash(password, account: account.email)
    else {
      throw Problem(.wrongCredentials, "user name and password do not belong to an account")
    }
    return try InvernaderosTokens.signIn(call.world, login: account.email)
  }

  /// A sign-in with a user name, also one that looks like an e-mail address (CONTRACT C1).
  private static func claim(_ request: Request, _ world: World) throws -> Int {
    let body = try request.jsonObject()
    if let username = body["username"], username != .null { return 2 }
    var fields = FieldReader(body)
    _ = fields.text("username", length: 1...254)
    try fields.finish()
    return 0
  }
}
