import HTTPCore
import Store
import World

/// Making an account.
enum RegistrationEndpoint {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/register", "register", .open, answer: register)
  ]

  /// 200 with the tokens of the new account, as upstream (CONTRACT C17).
  private static func register(_ call: Call) throws -> Response {
    let new = try RegistrationInput(try call.request.jsonObject())
    try call.world.store.transaction([InvernaderosSchema.account]) { connection in
      for (field, login) in [("email", new.email), ("username", new.username)] {
        guard try !InvernaderosAccountSQL.isTaken(connection, login: login) else {
          throw Problem(.conflict, "another account has this \(field)", field: field, value: login)
        }
      }
      try InvernaderosAccountSQL.insert(connection, new)
    }
    return try InvernaderosTokens.signIn(call.world, login: new.email)
  }
}
