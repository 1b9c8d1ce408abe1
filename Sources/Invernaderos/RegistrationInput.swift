import APISupport
import HTTPCore
import JSON
import Store
import World

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

  /// The short form's address may be missing; then it is generated from the user name.
  private static func shortForm(_ fields: inout FieldReader) -> (Company?, String, String) {
    let username = fields.text("username", length: 1...100)
    if let email = fields.optionalText("email", length: 5...254) { return (nil, username, email) }
    if EmailAddress.isValid(username) { return (nil, username, username) }
    let name = username.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    return (nil, username, "\(name.isEmpty ? "user" : name)@example.com")
  }
}
