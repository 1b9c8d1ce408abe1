import HTTPCore
import Records
import Store
import World

/// All SQL about accounts.
enum AccountSQL {
  /// What signing in needs to know.
  struct Credentials {
    let id: String
    /// nil for an account that has no password.
    let passwordHash: [UInt8]?
  }

  static func credentials(_ connection: Connection, email: String) throws -> Credentials? {
    let row = try connection.row("SELECT id, password_hash FROM interspace_account WHERE email = ?", [.text(email)])
    guard let row, let id = row[0].text else { return nil }
    return Credentials(id: id, passwordHash: row[1].blob)
  }

  /// The hash of an account's password; nil when it has none.
  static func passwordHash(_ connection: Connection, id: String) throws -> [UInt8]? {
    try connection.value("SELECT password_hash FROM interspace_account WHERE id = ?", [.text(id)])?.blob
  }

  /// Gives an account another password.
  ///
  /// - Returns: Whether there is such an account.
  @discardableResult
  static func setPasswordHash(_ connection: Connection, id: String, _ hash: [UInt8]) throws -> Bool {
    try connection.execute(
      "UPDATE interspace_account SET password_hash = ? WHERE id = ?", [.blob(hash), .text(id)]) > 0
  }

  /// Deletes an account; what belongs to it goes with it (`ON DELETE CASCADE`), and so do its challenges.
  ///
  /// - Returns: Whether it was there.
  static func delete(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM interspace_challenge WHERE account_id = ?", [.text(id)])
    return try connection.execute("DELETE FROM interspace_account WHERE id = ?", [.text(id)]) > 0
  }

  static func email(_ connection: Connection, id: String) throws -> String? {
    try connection.value("SELECT email FROM interspace_account WHERE id = ?", [.text(id)])?.text
  }

  /// The documented User object.
  static func user(_ connection: Connection, id: String) throws -> [UInt8]? {
    try Stored.accounts.record(connection, id: .text(id))
  }

  /// The account that an identity of another provider belongs to.
  static func account(_ connection: Connection, identity: [UInt8]) throws -> String? {
    try connection.value("SELECT id FROM interspace_account WHERE identity = ?", [.blob(identity)])?.text
  }

  static func isTaken(_ connection: Connection, email: String, except id: String?) throws -> Bool {
    try Stored.accounts.isTaken(connection, "email", .text(email), except: id)
  }

  /// The id of the account that sockets without a token belong to: the first one seeded.
  static func first(_ connection: Connection) throws -> String? {
    try connection.value("SELECT id FROM interspace_account ORDER BY number LIMIT 1")?.text
  }

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - email: The address, nil to make one up.
  /// - Returns: Its id.
  static func insert(
    _ connection: Connection, email: String?, identity: [UInt8]?, at seconds: Int64
  ) throws -> String {
    let number = try WorldSQL.next(connection, "account", for: Schema.account, prefix: "account_")
    let id = "account_\(number)"
    try connection.execute(
      """
      INSERT INTO interspace_account (number, id, email, identity, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .text(id), .text(try email ?? freeEmail(connection, for: id)),
        identity.map(SQLValue.blob) ?? .null, .integer(seconds), .integer(seconds),
      ])
    return id
  }

  /// An address for an account without one. Users may change theirs to any, so the plain one can be taken.
  private static func freeEmail(_ connection: Connection, for id: String) throws -> String {
    var (email, attempt) = ("\(id)@example.com", 1)
    while try isTaken(connection, email: email, except: nil) {
      attempt += 1
      email = "\(id).\(attempt)@example.com"
    }
    return email
  }

  /// What a change of a user says; nil leaves a column as it is.
  struct Change {
    let email: String?
    let settings: SettingsInput
  }

  static func update(_ connection: Connection, id: String, _ change: Change, at seconds: Int64) throws -> [UInt8]? {
    let former = try connection.value("SELECT settings FROM interspace_account WHERE id = ?", [.text(id)])?.text
    let settings = change.settings
    return try connection.bytes(
      """
      UPDATE interspace_account SET email = coalesce(?, email), notifications = coalesce(?, notifications),
        theme = coalesce(?, theme), privacy = coalesce(?, privacy), settings = ?, updated_at = ?
      WHERE id = ? RETURNING \(RecordJSON.user)
      """,
      [
        .text(change.email), .boolean(settings.notifications), .text(settings.theme), .text(settings.privacy),
        .text(try settings.column(after: former)), .integer(seconds), .text(id),
      ])
  }
}
