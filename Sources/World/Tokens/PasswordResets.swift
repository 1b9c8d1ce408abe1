import Store

/// The tokens to reset passwords. The server sends no mail, so it stores them as they are: tests of apps read them from
/// the table `password_reset` (CONTRACT C36).
package enum PasswordResets {
  /// The largest number of unused tokens; the oldest are removed first.
  private static let capacity: Int64 = 1000

  static let schema = [
    SchemaStep(
      "world/5-password-resets",
      sql: """
        CREATE TABLE password_reset (
          number INTEGER PRIMARY KEY,
          token TEXT NOT NULL UNIQUE,
          api TEXT NOT NULL,
          account TEXT NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT;
        """),
    SchemaStep("world/6-password-reset-rules", rules: [.number("password_reset")]),
  ]

  /// Stores a token.
  ///
  /// - Parameters:
  ///   - expiresAt: The first second since 1970 at which it is not valid any more.
  package static func insert(
    _ connection: Connection, token: String, api: String, account: String, expiresAt: Int64
  ) throws {
    let number = try WorldSQL.next(connection, "password_reset", for: "password_reset")
    try connection.execute(
      "INSERT INTO password_reset (number, token, api, account, expires_at) VALUES (?, ?, ?, ?, ?)",
      [.integer(number), .text(token), .text(api), .text(account), .integer(expiresAt)])
    try connection.execute(
      "DELETE FROM password_reset WHERE number <= (SELECT max(number) FROM password_reset) - ?",
      [.integer(capacity)])
  }

  /// Whether an API issued the token and it was not used, whatever its age.
  package static func contains(_ connection: Connection, token: String, api: String) throws -> Bool {
    try connection.value("SELECT 1 FROM password_reset WHERE token = ? AND api = ?", [.text(token), .text(api)]) != nil
  }

  /// The account of a token, which stays; nil for one that is unknown to the API, used or expired.
  package static func account(
    _ connection: Connection, token: String, api: String, at seconds: Int64
  ) throws -> String? {
    try connection.value(
      "SELECT account FROM password_reset WHERE token = ? AND api = ? AND expires_at > ?",
      [.text(token), .text(api), .integer(seconds)])?.text
  }

  /// The account to which the API issued the newest token; nil for none that is unused and good.
  package static func last(_ connection: Connection, api: String, at seconds: Int64) throws -> String? {
    try connection.value(
      "SELECT account FROM password_reset WHERE api = ? AND expires_at > ? ORDER BY number DESC LIMIT 1",
      [.text(api), .integer(seconds)])?.text
  }

  /// Uses a token.
  ///
  /// - Returns: Its account; nil for a token that is unknown to the API, used or expired.
  package static func take(
    _ connection: Connection, token: String, api: String, at seconds: Int64
  ) throws -> String? {
    let row = try connection.row(
      "DELETE FROM password_reset WHERE token = ? AND api = ? RETURNING account, expires_at",
      [.text(token), .text(api)])
    guard let row, let account = row[0].text, let expiresAt = row[1].integer, seconds < expiresAt else { return nil }
    return account
  }

  /// Removes the tokens of an account.
  package static func deleteAll(_ connection: Connection, api: String, account: String) throws {
    try connection.execute("DELETE FROM password_reset WHERE api = ? AND account = ?", [.text(api), .text(account)])
  }
}
