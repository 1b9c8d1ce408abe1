import Store

extension RefreshTokens {
  /// The public properties of a token: its owner and its expiry, but not the token itself.
  package struct Shown: Sendable {
    package let api: String
    package let account: String
    package let session: String
    /// Seconds since 1970.
    package let expiresAt: Int64
    /// Whether it was exchanged.
    package let isUsed: Bool
  }

  /// The newest tokens, the newest first.
  package func newest(_ limit: Int) throws -> [Shown] {
    try store.read { try SessionSQL.newest($0, limit: Int64(limit)) }.map {
      Shown(
        api: $0.api, account: $0.account, session: $0.session, expiresAt: $0.expiresAt, isUsed: $0.isUsed)
    }
  }
}

extension SessionSQL {
  /// The newest refresh tokens, the newest first.
  static func newest(_ connection: Connection, limit: Int64) throws -> [RefreshRecord] {
    let rows = try connection.rows(
      "SELECT hash, api, account, session, expires_at, is_spent FROM refresh_token ORDER BY number DESC LIMIT ?",
      [.integer(limit)])
    return rows.compactMap { row in
      guard let hash = row[0].blob, let api = row[1].text, let account = row[2].text, let session = row[3].text,
        let expiresAt = row[4].integer, let isUsed = row[5].integer
      else { return nil }
      return RefreshRecord(
        hash: hash, api: api, account: account, session: session, expiresAt: expiresAt, isUsed: isUsed != 0)
    }
  }
}
