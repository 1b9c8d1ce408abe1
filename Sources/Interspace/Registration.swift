import APISupport
import HTTPCore
import Store
import World

/// Making an account and keeping its password, which apps have and the document has not (CONTRACT C36).
enum RegistrationEndpoints {
  /// The accounts of users, by their e-mail addresses.
  static let passwords = PasswordAccounts(
    api: Interspace.identifier, base: Interspace.base,
    id: { try AccountSQL.credentials($0, email: $1)?.id },
    hash: { try AccountSQL.passwordHash($0, id: $1) },
    setHash: { try AccountSQL.setPasswordHash($0, id: $1, $2) })

  static let all =
    [
      Endpoint(
        .post, "\(Interspace.base)/auth/register", "register", .open, matchScore: MatchScores.register, answer: register
      ),
      passwords.change,
    ] + passwords.recovery(forgottenMatchScore: MatchScores.forgotten, resetMatchScore: MatchScores.reset)

  /// 201 with the tokens of the new account, which has no profile yet.
  private static func register(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 5...254)
    let password = fields.text("password", length: PasswordAccounts.length)
    if !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    try fields.finish()
    let seconds = call.world.clock.now.seconds
    let account = try call.world.store.transaction { connection in
      guard try !AccountSQL.isTaken(connection, email: email, except: nil) else {
        throw Problem(.conflict, "another account has this e-mail address", field: "email", value: email)
      }
      let id = try AccountSQL.insert(connection, email: email, identity: nil, at: seconds)
      try AccountSQL.setPasswordHash(connection, id: id, PasswordHash.hash(password, account: id))
      return id
    }
    return try Tokens.signIn(call.world, account: account, status: 201)
  }
}

extension MatchScores {
  /// A registration with an e-mail address, and neither a user name nor a company beside it unless one of the apps sent
  /// it (CONTRACT C35).
  static func register(_ request: Request, _ world: World) throws -> Int {
    if isFromApp(request) { return 3 }
    let body = try request.jsonObject()
    guard let email = body["email"], email != .null else { return 0 }
    return body["username"].map { $0 != .null } ?? false ? 0 : 2
  }

  /// An address that an account here has, and whatever one of the apps sent (CONTRACT C35).
  static func forgotten(_ request: Request, _ world: World) throws -> Int {
    if isFromApp(request) { return 4 }
    guard let email = try request.jsonObject()["email"]?.string else { return 0 }
    return try world.store.read { try AccountSQL.credentials($0, email: email) } == nil ? 0 : 2
  }

  /// A token that was given out here, and whatever one of the apps sent (CONTRACT C35).
  static func reset(_ request: Request, _ world: World) throws -> Int {
    if isFromApp(request) { return 4 }
    guard let token = try request.jsonObject()["token"]?.string else { return 0 }
    return try world.store.read { try PasswordResets.contains($0, token: token, api: Interspace.identifier) } ? 3 : 0
  }
}
