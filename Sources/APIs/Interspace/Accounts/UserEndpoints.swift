import HTTPCore
import Store
import World

/// The signed-in user.
enum UserEndpoints {
  private static let path = "\(Interspace.base)/users/me"
  private static let readFrom = [InterspaceSchema.account, InterspaceSchema.profile, InterspaceSchema.social]

  static let all = [
    Endpoint(.get, path, "getCurrentUser", .bearer, answer: get),
    Endpoint(.patch, path, "updateCurrentUser", .bearer, answer: update),
  ]

  private static func get(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    let response = try InterspaceReading.answer(call, key: "me", tables: readFrom) {
      try AccountSQL.user($0, id: account).map { RenderedContent($0) }
    }
    guard let response else { throw gone }
    return response
  }

  private static func update(_ call: Call) throws -> Response {
    let account = try InterspaceReading.account(call)
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.optionalText("email", length: 5...254)
    if let email, !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    let settings = try SettingsInput(&fields)
    try fields.finish()
    let change = AccountSQL.Change(
      email: email, notifications: settings.notifications, theme: settings.theme, privacy: settings.privacy)
    let seconds = call.world.clock.now.seconds
    let user = try call.world.store.transaction([InterspaceSchema.account]) { connection in
      if let email, try AccountSQL.isTaken(connection, email: email, except: account) {
        throw Problem(.conflict, "another account has this e-mail address", field: "email", value: email)
      }
      return try AccountSQL.update(connection, id: account, change, at: seconds)
    }
    guard let user else { throw gone }
    return .json(user)
  }

  private static let gone = Problem(.unauthenticated, "the token's account does not exist any more")
}
