import JSON
import Records
import Resources
import Store
import World

// Passwords stand beside the records of accounts, so that no response shows one.

extension RecordCollection {
  /// The table of the passwords.
  var passwordsTable: String { "\(documents.name)_passwords" }

  /// The statements that make it, and that of the records before it.
  var passwordsCreation: String {
    """
    \(documents.creation)
    CREATE TABLE IF NOT EXISTS "\(passwordsTable)" (
      number INTEGER PRIMARY KEY REFERENCES \(documents.records.name) (number) ON DELETE CASCADE,
      hash BLOB NOT NULL
    ) STRICT;
    """
  }

  private func hash(_ password: String, _ account: StoredRecord) -> [UInt8] {
    PasswordHash.hash(password, account: "\(api)/\(account.number)")
  }

  /// Keeps the password of an account, in the place of one that it has.
  func keep(password: String, of account: StoredRecord, _ connection: Connection) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO \"\(passwordsTable)\" (number, hash) VALUES (?, ?)",
      [.integer(account.number), .blob(hash(password, account))])
  }

  /// Whether a text is the password of an account: the one that it has, else the usual one.
  ///
  /// - Parameters:
  ///   - mayBeAny: Whether any text is good for an account that has none of its own.
  func isPassword(
    _ text: String, of account: StoredRecord, _ world: World, mayBeAny: Bool = false
  ) throws -> Bool {
    try world.store.require(table: passwordsTable)
    let known = try world.store.read { connection in
      try connection.row("SELECT hash FROM \"\(passwordsTable)\" WHERE number = ?", [.integer(account.number)])
    }
    return known?.first?.blob.map { $0 == hash(text, account) } ?? (mayBeAny || text == OperationHandler.usualPassword)
  }
}
