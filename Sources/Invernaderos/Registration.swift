import APISupport
import Cryptography
import HTTPCore
import JSON
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
    try call.world.store.transaction { connection in
      for (field, login) in [("email", new.email), ("username", new.username)] {
        guard try !AccountSQL.isTaken(connection, login: login) else {
          throw Problem(.conflict, "another account has this \(field)", field: field, value: login)
        }
      }
      try AccountSQL.insert(connection, new)
    }
    return try Tokens.signIn(call.world, login: new.email)
  }
}

/// A new account, in either of the two forms that clients send (CONTRACT C17).
struct RegistrationInput: Sendable {
  /// The fields of upstream's form: the first account of a company.
  struct Company: Sendable {
    let name: String
    let taxID: String
    let firstName: String
    let lastName: String
    let phone: String?
    let address: String?
  }

  let username: String
  let email: String
  let password: String
  /// nil for the short form with a user name.
  let company: Company?

  private static let companyFields = ["company_name", "tax_id", "first_name", "last_name"]

  /// Reads upstream's form when any of its own fields is there, else the short one.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every failing field.
  init(_ body: JSONObject) throws(Problem) {
    var fields = FieldReader(body)
    let isCompany = Self.companyFields.contains { body[$0] != nil } || body["username"] == nil && body["email"] != nil
    if isCompany {
      (company, username, email) = Self.companyForm(&fields)
    } else {
      (company, username, email) = Self.shortForm(&fields)
    }
    password = fields.text("password", length: 6...1024)
    if !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    try fields.finish()
  }

  private static func companyForm(_ fields: inout FieldReader) -> (Company?, String, String) {
    let name = fields.text("company_name", length: 2...100)
    let taxID = fields.text("tax_id", length: 1...50)
    let email = fields.text("email", length: 5...254)
    let firstName = fields.text("first_name", length: 1...100)
    let lastName = fields.text("last_name", length: 1...100)
    let company = Company(
      name: name, taxID: taxID, firstName: firstName, lastName: lastName,
      phone: fields.optionalText("phone", length: 1...50), address: fields.optionalText("address", length: 1...500))
    return (company, email, email)
  }

  /// The short form's address may be missing; one is made up from the user name then.
  private static func shortForm(_ fields: inout FieldReader) -> (Company?, String, String) {
    let username = fields.text("username", length: 1...100)
    if let email = fields.optionalText("email", length: 5...254) { return (nil, username, email) }
    if EmailAddress.isValid(username) { return (nil, username, username) }
    let name = username.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    return (nil, username, "\(name.isEmpty ? "user" : name)@example.com")
  }
}

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
    if !EmailAddress.isValid(email) { fields.reject("email", EmailAddress.rule) }
    try fields.finish()
    let world = call.world
    let token = Base64URL.encode(world.random.bytes(24))
    let end = world.clock.now.seconds + lifetime
    let isKnown = try world.store.transaction { connection -> Bool in
      guard let account = try AccountSQL.account(connection, login: email) else { return false }
      try AccountSQL.insertReset(connection, hash: hash(token), email: account.email, expiresAt: end)
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
    try call.world.store.transaction { connection in
      guard let email = try AccountSQL.takeReset(connection, hash: hash(token), at: now) else {
        throw Problem(.validation, "the token is unknown, used or too old", field: "token")
      }
      try AccountSQL.setPassword(connection, email: email, password)
    }
    return .json(["message": "the password was changed"])
  }

  private static func hash(_ token: String) -> [UInt8] {
    SHA256.hash(Array(token.utf8))
  }
}
