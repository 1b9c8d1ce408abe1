import APISupport
import HTTPCore
import Store
import World

/// The signed-in user.
enum UserEndpoints {
  private static let path = "\(Interspace.base)/users/me"

  static let all = [
    Endpoint(.get, path, "getCurrentUser", .bearer, answer: get),
    Endpoint(.patch, path, "updateCurrentUser", .bearer, answer: update),
    Endpoint(.delete, path, "deleteCurrentUser", .bearer, answer: delete),
  ]

  private static func get(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    let response = try Reads.respond(call, key: "me") {
      try AccountSQL.user($0, id: account).map { RenderedBody($0) }
    }
    guard let response else { throw gone }
    return response
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.optionalText("email", length: 5...254)
    if let email, !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    let settings = try SettingsInput(&fields)
    try fields.finish()
    let change = AccountSQL.Change(email: email, settings: settings)
    let seconds = call.world.clock.now.seconds
    let user = try call.world.store.transaction { connection in
      if let email, try AccountSQL.isTaken(connection, email: email, except: account) {
        throw Problem(.conflict, "another account has this e-mail address", field: "email", value: email)
      }
      if let email, try AccountSQL.email(connection, id: account) != email {
        try RegistrationEndpoints.passwords.endResets(of: account, connection)
      }
      return try AccountSQL.update(connection, id: account, change, at: seconds)
    }
    guard let user else { throw gone }
    return .json(user)
  }

  /// Deletes the account with everything that is its own, and ends its sessions. Its sockets hear of each record before
  /// they are closed.
  private static func delete(_ call: Call) throws -> Response {
    let account = try Reads.account(call)
    try call.world.store.transaction { connection in
      guard try AccountSQL.delete(connection, id: account) else { throw gone }
      try RegistrationEndpoints.passwords.endResets(of: account, connection)
    }
    try RegistrationEndpoints.passwords.endSessions(of: account, call)
    return .noContent
  }

  private static let gone = Problem(.unauthenticated, "the token's account does not exist any more")
}
