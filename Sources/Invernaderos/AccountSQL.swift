import APISupport
import HTTPCore
import JSON
import Store
import World

/// All SQL about accounts and the tenants they belong to.
enum AccountSQL {
  static let tenantSequence = "invernaderos_tenant"

  /// Somebody who may sign in; the e-mail address is the account's id, and the subject of its tokens (CONTRACT §2.4).
  struct Account: Sendable {
    let email: String
    let passwordHash: [UInt8]
    /// Such as `ADMIN`.
    let role: String
    let tenant: String
  }

  /// The account of a user name or an e-mail address, in any case of their letters.
  static func account(_ connection: Connection, login: String) throws -> Account? {
    let row = try connection.row(
      """
      SELECT email, password_hash, role, tenant FROM invernaderos_account
      WHERE email = ?1 OR username = ?1 ORDER BY number LIMIT 1
      """, [.text(login)])
    guard let row, let email = row[0].text, let hash = row[1].blob, let role = row[2].text, let tenant = row[3].text
    else { return nil }
    return Account(email: email, passwordHash: hash, role: role, tenant: tenant)
  }

  /// The account of a user name or an e-mail address whose password this is.
  ///
  /// - Throws: ``Problem`` of kind `wrongCredentials`.
  static func account(_ world: World, login: String, password: String) throws -> Account {
    guard let account = try world.store.read({ try AccountSQL.account($0, login: login) }),
      account.passwordHash == PasswordHash.hash(password, account: account.email)
    else { throw wrongCredentials }
    return account
  }

  static let wrongCredentials = Problem(.wrongCredentials, "user name and password do not belong to an account")

  /// Whether an account has a name or an address already.
  static func isTaken(_ connection: Connection, login: String) throws -> Bool {
    try account(connection, login: login) != nil
  }

  /// Makes an account, and for a company a tenant of its own.
  static func insert(_ connection: Connection, _ new: RegistrationInput) throws {
    let tenant = try new.company.map { try insert(connection, $0) } ?? SensorCatalogue.tenant
    let hash = PasswordHash.hash(new.password, account: new.email)
    try connection.execute(
      """
      INSERT INTO invernaderos_account (email, username, password_hash, role, tenant, first_name, last_name)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(new.email), .text(new.username), .blob(hash), .text(new.company == nil ? "USER" : "ADMIN"), .text(tenant),
        .text(new.company?.firstName), .text(new.company?.lastName),
      ])
  }

  private static func insert(_ connection: Connection, _ company: RegistrationInput.Company) throws -> String {
    let number = try WorldSQL.next(connection, tenantSequence, for: "invernaderos_tenant", prefix: "tenant_")
    let id = "tenant_\(number)"
    try connection.execute(
      "INSERT INTO invernaderos_tenant (number, id, name, tax_id, phone, address) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .integer(number), .text(id), .text(company.name), .text(company.taxID), .text(company.phone),
        .text(company.address),
      ])
    return id
  }

  /// Gives an account another password.
  ///
  /// - Returns: Whether there is such an account.
  static func setPasswordHash(_ connection: Connection, email: String, _ hash: [UInt8]) throws -> Bool {
    try connection.execute(
      "UPDATE invernaderos_account SET password_hash = ? WHERE email = ?", [.blob(hash), .text(email)]) > 0
  }
}
