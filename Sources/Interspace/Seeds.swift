import Store
import World

/// Loads the seed files into empty tables; SQLite reads the JSON itself.
enum Seeds {
  static func load(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try loadAccounts(try folder.text("accounts.json"), into: connection)
    if dataset != .empty {
      for (file, statement) in files {
        try connection.execute(statement, [.text(try folder.text("\(dataset.rawValue)/\(file).json"))])
      }
    }
    for (sequence, table) in SharedSQL.sequences {
      try WorldSQL.set(connection, sequence, toLastOf: table)
    }
  }

  private static func loadAccounts(_ json: String, into connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT key + 1, value ->> 'id', value ->> 'email', value ->> 'password',
        CAST(strftime('%s', value ->> 'createdAt') AS INTEGER)
      FROM json_each(?)
      """, [.text(json)])
    for row in rows {
      let hash = PasswordHash.hash(row[3].text ?? "", account: row[1].text ?? "")
      try connection.execute(
        """
        INSERT INTO interspace_account (number, id, email, password_hash, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """, [row[0], row[1], row[2], .blob(hash), row[4], row[4]])
    }
  }

  private static let files = [
    (
      "profiles",
      """
      INSERT INTO interspace_profile
        (number, id, account_id, username, display_name, bio, avatar, is_default, theme, privacy)
      SELECT key + 1, value ->> 'id', value ->> 'accountId', value ->> 'username', value ->> 'displayName',
        value ->> 'bio', value ->> 'avatar', value ->> 'isDefault', value ->> '$.settings.theme',
        value ->> '$.settings.privacy'
      FROM json_each(?)
      """
    ),
    (
      "social-accounts",
      """
      INSERT INTO interspace_social
        (number, id, profile_id, platform, platform_account_id, username, profile_url, verified, connected_at)
      SELECT key + 1, value ->> 'id', value ->> 'profileId', value ->> 'platform', value ->> 'accountId',
        value ->> 'username', value ->> 'profileUrl', value ->> 'verified',
        CAST(strftime('%s', value ->> 'connectedAt') AS INTEGER)
      FROM json_each(?)
      """
    ),
    (
      "wallets",
      """
      INSERT INTO interspace_wallet (number, id, account_id, address, type, chain, is_primary, balance)
      SELECT key + 1, value ->> 'id', value ->> 'accountId', value ->> 'address', value ->> 'type',
        value ->> 'chain', value ->> 'isPrimary', value -> 'balance'
      FROM json_each(?)
      """
    ),
    (
      "apps",
      """
      INSERT INTO interspace_app (number, id, profile_id, name, icon, permissions, connected_at)
      SELECT key + 1, value ->> 'id', value ->> 'profileId', value ->> 'name', value ->> 'icon',
        value -> 'permissions', CAST(strftime('%s', value ->> 'connectedAt') AS INTEGER)
      FROM json_each(?)
      """
    ),
  ]
}
