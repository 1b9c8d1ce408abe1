import Store
import World

/// Loads the seed files into empty tables. The sensors are those of the model, and their history is computed when it
/// is first asked for (``MessageHistory``), so that it takes no time at start.
enum InvernaderosSeeds {
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
    let last = try connection.value("SELECT max(number) FROM invernaderos_tenant")?.integer ?? 0
    try WorldSQL.set(connection, InvernaderosAccountSQL.tenantSequence, last: last)
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
