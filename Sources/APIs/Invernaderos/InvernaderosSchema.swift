import Store

/// The tables of Invernaderos. `number` is the order of creation, which for messages is the order of their times too;
/// times are seconds since 1970.
enum InvernaderosSchema {
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
  ]
}
