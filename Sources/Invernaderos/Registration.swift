import APISupport
import HTTPCore
import JSON
import Store
import World

/// Making an account.
enum RegistrationEndpoint {
  static let all = [
    Endpoint(.post, "\(Invernaderos.base)/auth/register", "register", .open, claim: claim, answer: register)
  ]

  /// A form that has a user name or tells of a company; and what has neither these nor an e-mail address (CONTRACT C35).
  private static func claim(_ request: Request, _ world: World) throws -> Int {
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

  /// Whether it has a member that only upstream's form has.
  static func isCompany(_ body: JSONObject) -> Bool { companyFields.contains { body[$0] != nil } }

  /// Reads upstream's form when any of its own fields is there, else the short one.
  ///
  /// - Throws: ``Problem`` of kind `validation` that names every failing field.
  init(_ body: JSONObject) throws(Problem) {
    var fields = FieldReader(body)
    let isCompany = Self.isCompany(body) || body["username"] == nil && body["email"] != nil
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
  static let all = PasswordAccounts(
    api: Invernaderos.identifier, base: Invernaderos.base,
    id: { try AccountSQL.account($0, login: $1)?.email },
    hash: { try AccountSQL.account($0, login: $1)?.passwordHash },
    setHash: { try AccountSQL.setPasswordHash($0, email: $1, $2) }
  ).recovery(forgotClaim: forgotClaim, resetClaim: { _, _ in 1 })

  /// An address that an account here has, and one that nobody has (CONTRACT C35).
  private static func forgotClaim(_ request: Request, _ world: World) throws -> Int {
    guard let email = (try? request.jsonObject())?["email"]?.string else { return 1 }
    return try world.store.read { try AccountSQL.account($0, login: email) } == nil ? 1 : 3
  }
}
