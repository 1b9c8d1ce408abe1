import APISupport
import HTTPCore
import JSON
import Store
import World

/// Making an account.
enum RegistrationEndpoint {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/register", "register", .open, matchScore: matchScore, answer: register)
  ]

  /// A form that has a user name or a company; and what has neither these nor an e-mail address (CONTRACT C35).
  private static func matchScore(_ request: Request, _ world: World) throws -> Int {
    guard let body = try? request.jsonObject() else { return 1 }
    if RegistrationInput.isCompany(body) { return 4 }
    return body["username"].map { $0 != .null } ?? false ? 2 : 1
  }

  /// 200 with the tokens of the new account, as upstream (CONTRACT C17).
  private static func register(_ call: Call) throws -> Response {
    let new = try RegistrationInput(try call.request.jsonObject())
    let account = try call.world.store.transaction { connection in
      for (field, login) in [("email", new.email), ("username", new.username)] {
        guard try !AccountSQL.isTaken(connection, login: login) else {
          throw Problem(.conflict, "another account has this \(field)", field: field, value: login)
        }
      }
      try AccountSQL.insert(connection, new)
      return try AccountSQL.account(connection, login: new.email)
    }
    guard let account else { throw Problem(.internalError, "the created account could not be read back") }
    return try Tokens.signIn(call.world, account, isNew: true)
  }
}

/// Setting a new password without knowing the old one.
enum ForgottenPasswords {
  static let all = PasswordAccounts(
    api: Invernaderos.identifier, base: Invernaderos.base,
    id: { try AccountSQL.account($0, login: $1)?.email },
    hash: { try AccountSQL.account($0, login: $1)?.passwordHash },
    setHash: { try AccountSQL.setPasswordHash($0, email: $1, $2) }
  ).recovery(forgottenMatchScore: forgottenMatchScore, resetMatchScore: { _, _ in 1 })

  /// An address that an account here has, and one that nobody has (CONTRACT C35).
  private static func forgottenMatchScore(_ request: Request, _ world: World) throws -> Int {
    guard let email = (try? request.jsonObject())?["email"]?.string else { return 1 }
    return try world.store.read { try AccountSQL.account($0, login: email) } == nil ? 1 : 3
  }
}
