import HTTPCore
import Store
import World

// Documents whose ids are whole numbers, and whose order is that of the ids.

extension RecordTable {
  /// The columns of a document with SQL for their values, and the arguments that come before those of the document.
  private func insertion(_ id: String, _ document: String) -> (columns: String, values: String, first: [SQLValue]) {
    guard let partition else { return ("id, \(json)", "\(id), \(document)", []) }
    return ("\(partition.column), id, \(json)", "?, \(id), \(document)", [partition.value])
  }

  /// Adds the documents of a JSON array, which have ids of their own. Documents that are there stay.
  package func addAll(_ connection: Connection, _ array: String) throws {
    let (columns, values, first) = insertion("value ->> 'id'", "json(value)")
    try connection.execute(
      "INSERT OR IGNORE INTO \(name) (\(columns)) SELECT \(values) FROM json_each(?)", first + [.text(array)])
  }

  /// Stores a document under the next id: one more than the highest. When a document has the highest id there is, it is
  /// the first above 0 that is free. It writes with one statement.
  ///
  /// - Parameters:
  ///   - make: Makes the document of its id.
  /// - Throws: ``Problem`` of kind `conflict` when all ids are in use, which takes more documents than memory holds;
  ///   `contentTooLarge` for one larger than ``RecordLimit``.
  package func add(_ connection: Connection, make: (Int64) -> [UInt8]) throws -> (id: Int64, document: [UInt8]) {
    let id = try nextID(connection)
    let document = make(id)
    try put(connection, id: id, document)
    return (id, document)
  }

  /// Puts a document into the place of the one of an id. It writes with one statement.
  ///
  /// - Parameters:
  ///   - make: Makes the document of the one that is there.
  /// - Returns: The document; nil when there was none of that id.
  /// - Throws: What `make` throws, and ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  package func change(
    _ connection: Connection, id: Int64, make: ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8]? {
    guard let old = try record(connection, id: .integer(id)) else { return nil }
    let document = try make(old)
    try put(connection, id: id, document)
    return document
  }

  private func put(_ connection: Connection, id: Int64, _ document: [UInt8]) throws {
    try RecordLimit.require(document.count)
    let (columns, values, first) = insertion("?", "?")
    try connection.execute(
      "INSERT OR REPLACE INTO \(name) (\(columns)) VALUES (\(values))",
      first + [.integer(id), .text(String(decoding: document, as: UTF8.self))])
  }

  private func nextID(_ connection: Connection) throws -> Int64 {
    let (ids, partition) = (rows(RowQuery()), partition.map { [$0.value] } ?? [])
    let highest = try connection.value("SELECT max(id) FROM \(ids.sql)", ids.arguments)?.integer ?? 0
    if highest < .max { return highest + 1 }
    let condition = self.partition.map { "\($0.column) = ?1 AND " } ?? ""
    let free = try connection.value(
      """
      SELECT id + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM \(name) WHERE \(condition)id > 0) AS taken
      WHERE id < 9223372036854775807 AND NOT EXISTS (
        SELECT 1 FROM \(name) AS next WHERE \(condition)next.id = taken.id + 1
      ) ORDER BY id LIMIT 1
      """, partition)
    guard let id = free?.integer else { throw Problem(.conflict, "all ids are in use", field: "id") }
    return id
  }
}
