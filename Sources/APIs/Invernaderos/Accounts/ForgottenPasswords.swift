import Crypto
import HTTPCore
import Store
import World

/// Setting a new password without knowing the old one.
enum ForgottenPasswords {
  private static let path = "\(Invernaderos.base)/auth"
  /// Seconds that a reset token is good.
  private static let lifetime: Int64 = 3600

  static let all = [
    Endpoint(.post, "\(path)/forgot-password", "forgotPassword", .open, answer: forgot),
    Endpoint(.post, "\(path)/reset-password", "resetPassword", .open, answer: reset),
  ]

  /// Says the same whether or not there is such an account. No mail is sent, so the token that would stand in it comes
  /// in a header.
  private static func forgot(_ call: Call) throws -> Response {
    var fields = FieldReader(try call.request.jsonObject())
    let email = fields.text("email", length: 1...254)
    if let email, !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    try fields.finish()
    let world = call.world
    let token = Base64URL.encode(world.random.bytes(24))
    let end = world.clock.now.seconds + lifetime
    let isKnown = try world.store.transaction([]) { connection -> Bool in
      guard let account = try InvernaderosAccountSQL.account(connection, login: email ?? "") else { return false }
      try InvernaderosAccountSQL.insertReset(connection, hash: hash(token), email: account.email, expiresAt: end)
      return true
    }
    var response = Response.json(["message": "if the account exists, a message with a token was sent to it"])
    if isKnown { response.headers.append("X-Mock-Reset-Token", token) }
    return response
  }

  private static func reset(_ call: Call) throws -> Response {
    let body = try call.request.jsonObject()
    var fields = FieldReader(body)
    let token = fields.text("token", length: 1...1024)
    let password = fields.text(body["password"] == nil ? "newPassword" : "password", length: 6...1024)
    try fields.finish()
    let now = call.world.clock.now.seconds
    try call.world.store.transaction([InvernaderosSchema.account]) { connection in
      guard let token, let password,
        let email = try InvernaderosAccountSQL.takeReset(connection, hash: hash(token), at: now)
      else {
        throw Problem(.validation, "the token is unknown, used or too old", field: "token")
      }
      try InvernaderosAccountSQL.setPassword(connection, email: email, password)
    }
    return .json(["message": "the password was changed"])
  }

  private static func hash(_ token: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(token.utf8)))
  }
}
