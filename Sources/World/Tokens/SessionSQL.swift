import Cryptography
import HTTPCore
import Locking
import Store

/// All SQL about sessions and refresh tokens.
enum SessionSQL {
  static let schema = SchemaStep(
    "world/1-sessions",
    sql: """
      CREATE TABLE refresh_token (
        number INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        api TEXT NOT NULL,
        account TEXT NOT NULL,
        session TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        is_spent INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX refresh_token_session ON refresh_token (session);
      CREATE TABLE ended_session (
        session TEXT PRIMARY KEY,
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)

  /// The hash of a token's predecessor. Tokens that were stored before this step have none, so they invalidate none.
  static let predecessors = SchemaStep(
    "world/7-refresh-token-predecessors", sql: "ALTER TABLE refresh_token ADD COLUMN predecessor BLOB;")

  /// One row of `refresh_token`.
  struct RefreshRecord {
    let hash: [UInt8]
    let api: String
    let account: String
    let session: String
    let expiresAt: Int64
    let isUsed: Bool
    /// The hash of its predecessor; nil for the first token of a session.
    var predecessor: [UInt8]?
  }

  /// The largest number of refresh tokens; the oldest are removed first, so that a client that signs in repeatedly does
  /// not fill the memory.
  private static let capacity: Int64 = 100_000

  static func insert(_ connection: Connection, _ record: RefreshRecord) throws {
    try connection.execute(
      "INSERT INTO refresh_token (hash, api, account, session, expires_at, predecessor) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .blob(record.hash), .text(record.api), .text(record.account), .text(record.session),
        .integer(record.expiresAt), record.predecessor.map(SQLValue.blob) ?? .null,
      ])
    try connection.execute(
      "DELETE FROM refresh_token WHERE number <= (SELECT max(number) FROM refresh_token) - ?",
      [.integer(capacity)])
  }

  static func find(_ connection: Connection, hash: [UInt8]) throws -> RefreshRecord? {
    let row = try connection.row(
      "SELECT api, account, session, expires_at, is_spent FROM refresh_token WHERE hash = ?", [.blob(hash)])
    guard let row, let api = row[0].text, let account = row[1].text, let session = row[2].text,
      let expiresAt = row[3].integer, let isUsed = row[4].integer
    else { return nil }
    return RefreshRecord(
      hash: hash, api: api, account: account, session: session, expiresAt: expiresAt, isUsed: isUsed != 0)
  }

  /// Marks a token as used.
  static func markUsed(_ connection: Connection, _ hash: [UInt8]) throws {
    try connection.execute("UPDATE refresh_token SET is_spent = 1 WHERE hash = ?", [.blob(hash)])
  }

  /// Marks a token's predecessor as used. Other successors of it stay valid: two simultaneous exchanges give the client
  /// two tokens, of which it may keep either.
  static func markPredecessorUsed(_ connection: Connection, of hash: [UInt8]) throws {
    try connection.execute(
      "UPDATE refresh_token SET is_spent = 1 WHERE hash = (SELECT predecessor FROM refresh_token WHERE hash = ?)",
      [.blob(hash)])
  }

  static func end(_ connection: Connection, session: String, until: Int64) throws {
    try connection.execute("DELETE FROM refresh_token WHERE session = ?", [.text(session)])
    try connection.execute(
      "INSERT INTO ended_session (session, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
      [.text(session), .integer(until)])
  }

  /// The sessions of an account that have refresh tokens.
  static func sessions(_ connection: Connection, of account: String, api: String) throws -> [String] {
    try connection.rows(
      "SELECT DISTINCT session FROM refresh_token WHERE api = ? AND account = ?", [.text(api), .text(account)]
    ).compactMap { $0.first?.text }
  }

  /// Removes every refresh token.
  static func forgetAll(_ connection: Connection) throws {
    try connection.execute("DELETE FROM refresh_token")
  }

  static func ended(_ connection: Connection) throws -> [(String, Int64)] {
    try connection.rows("SELECT session, until FROM ended_session").compactMap { row in
      guard let session = row[0].text, let until = row[1].integer else { return nil }
      return (session, until)
    }
  }
}
