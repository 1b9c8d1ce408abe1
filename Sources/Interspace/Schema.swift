import Store
import World

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
