import HTTPCore
import Store

/// All SQL of JSONPlaceholder. A record is kept as the JSON it is sent as, since clients may add any member.
enum RecordSQL {
  static let schema = SchemaStep(
    "jsonplaceholder/1",
    sql: """
      CREATE TABLE jsonplaceholder_record (
        resource TEXT NOT NULL,
        id INTEGER NOT NULL,
        document TEXT NOT NULL,
        PRIMARY KEY (resource, id)
      ) STRICT, WITHOUT ROWID;
      """)

  /// Adds the records of a JSON array, which have ids of their own.
  static func insertAll(_ connection: Connection, _ resource: Resource, _ json: String) throws {
    try connection.execute(
      """
      INSERT INTO jsonplaceholder_record (resource, id, document)
      SELECT ?, value ->> 'id', json(value) FROM json_each(?)
      """, [.text(resource.rawValue), .text(json)])
  }

  /// All records of a resource as one JSON array, in the order of their ids.
  static func all(_ connection: Connection, _ resource: Resource) throws -> [UInt8] {
    let list = JSONExpression.arraySQL(
      "SELECT document AS record FROM jsonplaceholder_record WHERE resource = ? ORDER BY id")
    return try connection.bytes("SELECT \(list)", [.text(resource.rawValue)]) ?? Array("[]".utf8)
  }

  static func record(_ connection: Connection, _ resource: Resource, id: Int64) throws -> [UInt8]? {
    try connection.bytes(
      "SELECT document FROM jsonplaceholder_record WHERE resource = ? AND id = ?",
      [.text(resource.rawValue), .integer(id)])
  }

  /// The id of the next record: one more than the highest, as json-server has it.
  static func nextID(_ connection: Connection, _ resource: Resource) throws -> Int64 {
    let last = try connection.value(
      "SELECT max(id) FROM jsonplaceholder_record WHERE resource = ?", [.text(resource.rawValue)])
    return (last?.integer ?? 0) + 1
  }

  /// Adds a record, or replaces the one of the same id.
  static func put(_ connection: Connection, _ resource: Resource, id: Int64, _ document: [UInt8]) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO jsonplaceholder_record (resource, id, document) VALUES (?, ?, ?)",
      [.text(resource.rawValue), .integer(id), .text(String(decoding: document, as: UTF8.self))])
  }

  /// Removes records and all that belong to them.
  static func delete(_ connection: Connection, _ resource: Resource, ids: [Int64]) throws {
    guard !ids.isEmpty else { return }
    let list = SQLValue.text("[" + ids.map(String.init).joined(separator: ",") + "]")
    for child in resource.children {
      let rows = try connection.rows(
        """
        SELECT id FROM jsonplaceholder_record
        WHERE resource = ? AND CAST(document ->> ? AS TEXT) IN (SELECT CAST(value AS TEXT) FROM json_each(?))
        """, [.text(child.rawValue), .text(resource.foreignKey), list])
      try delete(connection, child, ids: rows.compactMap { $0.first?.integer })
    }
    try connection.execute(
      "DELETE FROM jsonplaceholder_record WHERE resource = ? AND id IN (SELECT value FROM json_each(?))",
      [.text(resource.rawValue), list])
  }
}
