import HTTPCore
import Store
import WebAuthn
import World

/// All SQL about passkeys and their challenges.
enum PasskeySQL {
  /// A registered passkey.
  struct Passkey {
    let account: String
    /// As it was sent: DER in base64 when it was verified, else whatever text came.
    let publicKey: String
    let signCount: UInt32
    /// The user handle that its authenticator keeps, in base64url; nil when no options gave it out.
    let handle: String?
  }

  /// What was given out with a challenge.
  struct IssuedChallenge {
    let challenge: String
    /// The account that had signed in or was named by e-mail; nil when any may use the challenge.
    let account: String?
    /// The user handle in base64url, of a registration.
    let handle: String?
  }

  /// What a challenge was given out for.
  enum Purpose: String {
    case register
    case authenticate
  }

  /// What became of a challenge that a client presents.
  enum ChallengeState {
    case good(IssuedChallenge)
    case expired
    /// Never given out for this purpose, or used before.
    case unknown
  }

  /// Challenges kept at most; the ones that expire first go first.
  private static let maximumChallenges: Int64 = 10_000

  static func passkey(_ connection: Connection, credential: String) throws -> Passkey? {
    let row = try connection.row(
      "SELECT account_id, public_key, sign_count, user_handle FROM interspace_passkey WHERE credential_id = ?",
      [.text(credential)])
    guard let row, let account = row[0].text, let key = row[1].text, let count = row[2].integer else { return nil }
    return Passkey(account: account, publicKey: key, signCount: UInt32(clamping: count), handle: row[3].text)
  }

  /// The credential ids of an account.
  static func credentials(_ connection: Connection, account: String) throws -> [String] {
    try connection.rows(
      "SELECT credential_id FROM interspace_passkey WHERE account_id = ? ORDER BY created_at, credential_id",
      [.text(account)]
    ).compactMap { $0[0].text }
  }

  /// Stores a passkey; one with the same credential id is replaced (CONTRACT §6.1).
  static func save(_ connection: Connection, credential: String, _ passkey: Passkey, at seconds: Int64) throws {
    try connection.execute(
      """
      INSERT INTO interspace_passkey (credential_id, account_id, public_key, sign_count, user_handle, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET account_id = excluded.account_id, public_key = excluded.public_key,
        sign_count = excluded.sign_count, user_handle = excluded.user_handle, created_at = excluded.created_at
      """,
      [
        .text(credential), .text(passkey.account), .text(passkey.publicKey), .integer(Int64(passkey.signCount)),
        .text(passkey.handle), .integer(seconds),
      ])
  }

  /// Notes how often an authenticator has signed. Of two sign-ins at once the greater number stays (WebAuthn §7.2).
  static func setSignCount(_ connection: Connection, credential: String, _ count: UInt32) throws {
    try connection.execute(
      "UPDATE interspace_passkey SET sign_count = max(sign_count, ?) WHERE credential_id = ?",
      [.integer(Int64(count)), .text(credential)])
  }

  static func addChallenge(
    _ connection: Connection, _ new: IssuedChallenge, for purpose: Purpose, expiresAt: Int64
  ) throws {
    try connection.execute(
      "INSERT INTO interspace_challenge (challenge, purpose, account_id, user_handle, expires_at) VALUES (?, ?, ?, ?, ?)",
      [
        .text(new.challenge), .text(purpose.rawValue), .text(new.account), .text(new.handle), .integer(expiresAt),
      ])
    try connection.execute(
      """
      DELETE FROM interspace_challenge WHERE challenge IN
        (SELECT challenge FROM interspace_challenge ORDER BY expires_at DESC LIMIT -1 OFFSET ?)
      """, [.integer(maximumChallenges)])
  }

  /// Uses up a challenge, under the first of its spellings that was given out.
  static func takeChallenge(
    _ connection: Connection, spellings: [String], for purpose: Purpose, at seconds: Int64
  ) throws -> ChallengeState {
    for spelling in spellings {
      let row = try connection.row(
        """
        DELETE FROM interspace_challenge WHERE challenge = ? AND purpose = ?
        RETURNING expires_at, account_id, user_handle
        """, [.text(spelling), .text(purpose.rawValue)])
      guard let row, let end = row[0].integer else { continue }
      guard seconds < end else { return .expired }
      return .good(IssuedChallenge(challenge: spelling, account: row[1].text, handle: row[2].text))
    }
    return .unknown
  }
}
