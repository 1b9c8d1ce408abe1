import HTTPCore
import JSON
import Store
import World

/// The rows of accounts.
enum Usuarios {
  static let creation = """
    CREATE TABLE agrobridge_usuario (
      id TEXT PRIMARY KEY,
      nombre TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      password_hash BLOB NOT NULL,
      rol TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// An account that may sign in.
  struct Row {
    let id: String
    let passwordHash: [UInt8]
    let rol: String
    let email: String
    /// The documented User object.
    let json: [UInt8]
  }

  static func row(_ connection: Connection, email: String) throws -> Row? {
    try row(connection, whereSQL: "email = ?", email)
  }

  static func row(_ connection: Connection, id: String) throws -> Row? {
    try row(connection, whereSQL: "id = ?", id)
  }

  private static func row(
    _ connection: Connection, whereSQL condition: String, _ value: String
  ) throws -> Row? {
    let row = try connection.row(
      "SELECT id, password_hash, rol, email, \(json) FROM agrobridge_usuario WHERE \(condition)", [.text(value)])
    guard let row, let id = row[0].text, let hash = row[1].blob, let rol = row[2].text, let email = row[3].text,
      let json = row[4].text
    else { return nil }
    return Row(id: id, passwordHash: hash, rol: rol, email: email, json: Array(json.utf8))
  }

  /// Makes an account. Call it inside a transaction.
  static func insert(
    _ connection: Connection, nombre: String, email: String, password: String, rol: String
  ) throws -> Row? {
    var id = ""
    repeat {
      let number = try WorldSQL.next(connection, "user")
      id = "user_\(number)"
    } while try row(connection, id: id) != nil
    try connection.execute(
      "INSERT INTO agrobridge_usuario (id, nombre, email, password_hash, rol) VALUES (?, ?, ?, ?, ?)",
      [.text(id), .text(nombre), .text(email), .blob(PasswordHash.hash(password, account: id)), .text(rol)])
    return try row(connection, id: id)
  }

  /// Changes an account's name and address. Call it inside a transaction.
  ///
  /// - Returns: It as it is now; nil when there is none of that id.
  static func update(_ connection: Connection, id: String, nombre: String, email: String) throws -> Row? {
    try connection.execute(
      "UPDATE agrobridge_usuario SET nombre = ?, email = ? WHERE id = ?", [.text(nombre), .text(email), .text(id)])
    return try row(connection, id: id)
  }

  /// Gives an account another password.
  ///
  /// - Returns: Whether there is such an account.
  static func setPasswordHash(_ connection: Connection, id: String, _ hash: [UInt8]) throws -> Bool {
    try connection.execute(
      "UPDATE agrobridge_usuario SET password_hash = ? WHERE id = ?", [.blob(hash), .text(id)]) > 0
  }

  /// Deletes an account.
  ///
  /// - Returns: Whether it was there.
  static func delete(_ connection: Connection, id: String) throws -> Bool {
    try connection.execute("DELETE FROM agrobridge_usuario WHERE id = ?", [.text(id)]) > 0
  }

  private static let json = JSONExpression.object([
    JSONExpression.text("id", "id"), JSONExpression.text("nombre", "nombre"),
    JSONExpression.text("email", "email"), JSONExpression.text("rol", "rol"),
  ])

  /// Loads a seed file, a JSON array of accounts with their passwords.
  static func load(_ json: String, into connection: Connection) throws {
    let rows = try connection.rows(
      """
      SELECT value ->> 'id', value ->> 'nombre', value ->> 'email', value ->> 'password', value ->> 'rol'
      FROM json_each(?)
      """, [.text(json)])
    for row in rows {
      let hash = PasswordHash.hash(row[3].text ?? "", account: row[0].text ?? "")
      try connection.execute(
        "INSERT INTO agrobridge_usuario (id, nombre, email, password_hash, rol) VALUES (?, ?, ?, ?, ?)",
        [row[0], row[1], row[2], .blob(hash), row[4]])
    }
  }
}
