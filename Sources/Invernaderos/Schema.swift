import Store
import World

/// The tables of Invernaderos. `number` is the order of creation, which for messages is the order of their times too;
/// times are seconds since 1970.
enum Schema {
  /// The names of the tables, for versions.
  static let account = "invernaderos_account"
  static let message = "invernaderos_message"
  static let setValue = "invernaderos_set_value"
  static let scenario = "invernaderos_scenario"

  static let steps = [
    SchemaStep(
      "invernaderos/1",
      sql: """
        CREATE TABLE invernaderos_tenant (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          tax_id TEXT,
          phone TEXT,
          address TEXT
        ) STRICT;

        CREATE TABLE invernaderos_account (
          number INTEGER PRIMARY KEY,
          email TEXT NOT NULL UNIQUE COLLATE NOCASE,
          username TEXT NOT NULL UNIQUE COLLATE NOCASE,
          password_hash BLOB NOT NULL,
          role TEXT NOT NULL,
          tenant TEXT NOT NULL REFERENCES invernaderos_tenant (id),
          first_name TEXT,
          last_name TEXT
        ) STRICT;

        CREATE TABLE invernaderos_reset (
          number INTEGER PRIMARY KEY,
          hash BLOB NOT NULL UNIQUE,
          email TEXT NOT NULL,
          expires_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE invernaderos_sensor (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          path TEXT NOT NULL,
          greenhouse TEXT NOT NULL,
          greenhouse_number INTEGER NOT NULL,
          type TEXT NOT NULL,
          unit TEXT NOT NULL
        ) STRICT;

        CREATE TABLE invernaderos_message (
          number INTEGER PRIMARY KEY,
          time INTEGER NOT NULL,
          tenant TEXT NOT NULL,
          body TEXT NOT NULL
        ) STRICT;
        CREATE INDEX invernaderos_message_time ON invernaderos_message (time);

        CREATE TABLE invernaderos_alert (
          number INTEGER PRIMARY KEY,
          time INTEGER NOT NULL,
          body TEXT NOT NULL
        ) STRICT;
        """),
    // What tests do to the sensors. Times are milliseconds since 1970; the ends are exclusive.
    SchemaStep(
      "invernaderos/2-scenarios",
      sql: """
        CREATE TABLE invernaderos_set_value (
          sensor TEXT PRIMARY KEY,
          value REAL NOT NULL,
          starts_at INTEGER NOT NULL,
          ends_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE invernaderos_scenario (
          number INTEGER PRIMARY KEY,
          type TEXT NOT NULL,
          greenhouse INTEGER,
          sensor TEXT,
          intensity REAL,
          starts_at INTEGER NOT NULL,
          ends_at INTEGER NOT NULL
        ) STRICT;
        """),
    SchemaStep(
      "invernaderos/3-rules",
      rules: [
        .number("invernaderos_tenant"), .number("invernaderos_sensor"), .number(message), .number("invernaderos_alert"),
        .number(scenario), .jsonObject(message, "body"), .jsonObject("invernaderos_alert", "body"),
        .jsonMember("invernaderos_sensor", "path"), .finite(setValue, "value"), .finite(scenario, "intensity"),
      ]),
    // Reset tokens of all APIs stand in one table (``PasswordResets``).
    SchemaStep("invernaderos/4-resets", sql: "DROP TABLE invernaderos_reset;"),
    // Whether the alerts of before are over is not known; nobody was to hear of it.
    SchemaStep(
      "invernaderos/5-resolved-alerts",
      sql: """
        ALTER TABLE invernaderos_alert ADD COLUMN resolved_at INTEGER;
        UPDATE invernaderos_alert SET resolved_at = time;
        """),
  ]
}

/// Loads the seed files into empty tables. The sensors are those of the model, and their history is computed when it
/// is first asked for (``MessageHistory``), so that it takes no time at start.
enum Seeds {
  static func load(_ dataset: Dataset, from folder: SeedFolder, into connection: Connection) throws {
    try loadTenants(try folder.text("tenants.json"), into: connection)
    try loadAccounts(try folder.text("accounts.json"), into: connection)
    for (number, sensor) in SensorCatalogue.all.enumerated() {
      try connection.execute(
        """
        INSERT INTO invernaderos_sensor (number, id, path, greenhouse, greenhouse_number, type, unit)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(Int64(number + 1)), .text(sensor.id), .text("$.\"\(sensor.id)\""), .text(sensor.greenhouseID),
          .integer(Int64(sensor.greenhouse)), .text(sensor.kind.rawValue), .text(sensor.kind.unit),
        ])
    }
    if dataset != .empty { try MessageHistory.plan(connection) }
  }

  private static func loadTenants(_ json: String, into connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO invernaderos_tenant (number, id, name)
      SELECT key + 1, value ->> 'id', value ->> 'name' FROM json_each(?)
      """, [.text(json)])
    try WorldSQL.set(connection, AccountSQL.tenantSequence, toLastOf: "invernaderos_tenant")
  }

  private static func loadAccounts(_ json: String, into connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT value ->> 'email', value ->> 'username', value ->> 'password', value ->> 'role', value ->> 'tenantId'
      FROM json_each(?)
      """, [.text(json)])
    for row in rows {
      let hash = PasswordHash.hash(row[2].text ?? "", account: row[0].text ?? "")
      try connection.execute(
        "INSERT INTO invernaderos_account (email, username, password_hash, role, tenant) VALUES (?, ?, ?, ?, ?)",
        [row[0], row[1], .blob(hash), row[3], row[4]])
    }
  }
}
