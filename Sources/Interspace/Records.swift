import Store
import World

// What Interspace's records are: their tables, their JSON, and how seed files fill them. To give one another column:
//
// 1. `Schema.steps`: add a step with `ALTER TABLE … ADD COLUMN …`. The steps before it stay as they are, since
//    databases that users keep have run them already.
// 2. `RecordJSON` writes the column into answers, `Seeds` takes it from seed files.
// 3. The file of the endpoints, such as `Wallets.swift`, reads it from requests, and its SQL stores it.
// 4. `Seeds/interspace`: its values. `openapi/interspace.yaml`: the field in the record's schema.

/// The tables of Interspace. `number` is the order of creation; dates are seconds since 1970.
enum Schema {
  /// The names of the tables, for versions.
  static let account = "interspace_account"
  static let profile = "interspace_profile"
  static let social = "interspace_social"
  static let wallet = "interspace_wallet"
  static let app = "interspace_app"
  static let passkey = "interspace_passkey"
  static let challenge = "interspace_challenge"

  static let steps = [
    SchemaStep(
      "interspace/1",
      sql: """
        CREATE TABLE interspace_account (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          email TEXT NOT NULL UNIQUE COLLATE NOCASE,
          password_hash BLOB,
          identity BLOB UNIQUE,
          notifications INTEGER NOT NULL DEFAULT 1,
          theme TEXT NOT NULL DEFAULT 'system',
          privacy TEXT NOT NULL DEFAULT 'public',
          created_at INTEGER NOT NULL,
          updated_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE interspace_profile (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          account_id TEXT NOT NULL REFERENCES interspace_account (id) ON DELETE CASCADE,
          username TEXT NOT NULL UNIQUE COLLATE NOCASE,
          display_name TEXT NOT NULL,
          bio TEXT,
          avatar TEXT,
          is_default INTEGER NOT NULL,
          notifications INTEGER NOT NULL DEFAULT 1,
          theme TEXT NOT NULL DEFAULT 'system',
          privacy TEXT NOT NULL DEFAULT 'public'
        ) STRICT;
        CREATE INDEX interspace_profile_account ON interspace_profile (account_id);
        CREATE UNIQUE INDEX interspace_profile_default ON interspace_profile (account_id) WHERE is_default;

        CREATE TABLE interspace_social (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          profile_id TEXT NOT NULL REFERENCES interspace_profile (id) ON DELETE CASCADE,
          platform TEXT NOT NULL,
          platform_account_id TEXT NOT NULL,
          username TEXT NOT NULL,
          profile_url TEXT,
          verified INTEGER NOT NULL,
          connected_at INTEGER NOT NULL,
          UNIQUE (profile_id, platform, platform_account_id)
        ) STRICT;

        CREATE TABLE interspace_wallet (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          account_id TEXT NOT NULL REFERENCES interspace_account (id) ON DELETE CASCADE,
          address TEXT NOT NULL COLLATE NOCASE,
          type TEXT NOT NULL,
          chain TEXT NOT NULL,
          is_primary INTEGER NOT NULL,
          balance TEXT,
          UNIQUE (account_id, address)
        ) STRICT;
        CREATE UNIQUE INDEX interspace_wallet_primary ON interspace_wallet (account_id) WHERE is_primary;

        CREATE TABLE interspace_app (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          profile_id TEXT NOT NULL REFERENCES interspace_profile (id) ON DELETE CASCADE,
          name TEXT NOT NULL,
          icon TEXT NOT NULL,
          permissions TEXT NOT NULL,
          connected_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX interspace_app_profile ON interspace_app (profile_id);

        CREATE TABLE interspace_passkey (
          credential_id TEXT PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES interspace_account (id) ON DELETE CASCADE,
          public_key TEXT NOT NULL,
          sign_count INTEGER NOT NULL,
          created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX interspace_passkey_account ON interspace_passkey (account_id);

        CREATE TABLE interspace_challenge (
          challenge TEXT PRIMARY KEY,
          purpose TEXT NOT NULL,
          account_id TEXT,
          expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX interspace_challenge_expiry ON interspace_challenge (expires_at);
        """),
    // The user handle (WebAuthn §5.4.3) that options give out, in base64url.
    SchemaStep(
      "interspace/passkey-handles",
      sql: """
        ALTER TABLE interspace_passkey ADD COLUMN user_handle TEXT;
        ALTER TABLE interspace_challenge ADD COLUMN user_handle TEXT;
        """),
    SchemaStep(
      "interspace/2-rules",
      rules: [
        .number(account), .number(profile), .number(social), .number(wallet), .number(app),
        .jsonObject(wallet, "balance"), .jsonArray(app, "permissions"),
      ]),
    // Settings beyond the documented ones, NULL for none: see ``SettingsInput``.
    SchemaStep(
      "interspace/3-settings",
      sql: """
        ALTER TABLE interspace_account ADD COLUMN settings TEXT;
        ALTER TABLE interspace_profile ADD COLUMN settings TEXT;
        """),
    SchemaStep(
      "interspace/4-settings-rules", rules: [.jsonObject(account, "settings"), .jsonObject(profile, "settings")]),
  ]
}

/// The documented models (CONTRACT §6.2) as SQL expressions over their tables. Fields that the document's examples
/// leave out but its models require are always there.
enum RecordJSON {
  static let social = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("platform", "platform"),
    JSONExpression.text("username", "username"), JSONExpression.optionalText("profileUrl", "profile_url"),
    JSONExpression.boolean("verified", "verified"), JSONExpression.date("connectedAt", "connected_at"),
  ])

  static let profile = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("username", "username"),
    JSONExpression.text("displayName", "display_name"), JSONExpression.optionalText("bio", "bio"),
    JSONExpression.optionalText("avatar", "avatar"), JSONExpression.boolean("isDefault", "is_default"),
    JSONExpression.array(
      "socialAccounts",
      """
      SELECT \(social) AS record FROM interspace_social
      WHERE profile_id = interspace_profile.id ORDER BY number
      """),
    JSONExpression.json("settings", SettingsInput.json),
  ])

  static let user = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("email", "email"),
    JSONExpression.array(
      "profiles",
      """
      SELECT \(profile) AS record FROM interspace_profile
      WHERE account_id = interspace_account.id ORDER BY number
      """),
    JSONExpression.json("settings", SettingsInput.json), JSONExpression.date("createdAt", "created_at"),
    JSONExpression.date("updatedAt", "updated_at"),
  ])

  static let wallet = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("address", "address"), JSONExpression.text("type", "type"),
    JSONExpression.text("chain", "chain"), JSONExpression.boolean("isPrimary", "is_primary"),
    JSONExpression.optionalJSON("balance", "balance"),
  ])

  static let app = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("name", "name"), JSONExpression.text("icon", "icon"),
    JSONExpression.json("permissions", "permissions"), JSONExpression.date("connectedAt", "connected_at"),
  ])
}

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
