import HTTPCore
import JSON
import Store
import World

/// All SQL of JSONPlaceholder. A record is kept as the JSON it is sent as, since clients may add any member.
enum RecordSQL {
  private static let table = "jsonplaceholder_record"

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

  static let rules = SchemaStep("jsonplaceholder/2-rules", rules: [.jsonObject(table, "document")])

  /// Adds the records of a JSON array, which have ids of their own; records that a test added before stay.
  static func insertAll(_ connection: Connection, _ resource: Resource, _ json: String) throws {
    try connection.execute(
      """
      INSERT OR IGNORE INTO jsonplaceholder_record (resource, id, document)
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

  /// The id of the next record: one more than the highest, as json-server has it. When a test gave a record the highest
  /// id there is, it is the first above 0 that is free.
  ///
  /// - Throws: ``Problem`` of kind `conflict` when there is none, which takes more records than memory holds.
  static func nextID(_ connection: Connection, _ resource: Resource) throws -> Int64 {
    let resource = [SQLValue.text(resource.rawValue)]
    let last = try connection.value("SELECT max(id) FROM jsonplaceholder_record WHERE resource = ?", resource)
    let highest = last?.integer ?? 0
    if highest < .max { return highest + 1 }
    let free = try connection.value(
      """
      SELECT id + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM jsonplaceholder_record WHERE resource = ?1 AND id > 0)
        AS taken
      WHERE id < 9223372036854775807 AND NOT EXISTS (
        SELECT 1 FROM jsonplaceholder_record AS next WHERE next.resource = ?1 AND next.id = taken.id + 1
      ) ORDER BY id LIMIT 1
      """, resource)
    guard let id = free?.integer else { throw Problem(.conflict, "all ids are in use", field: "id") }
    return id
  }

  /// Adds a record, or replaces the one of the same id.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  static func put(_ connection: Connection, _ resource: Resource, id: Int64, _ document: [UInt8]) throws {
    try RecordLimit.require(document.count)
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
