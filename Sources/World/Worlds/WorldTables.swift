import HTTPCore
import JSON
import Store

/// The tables of a world as readable JSON, for tests that read or edit rows.
package enum WorldTables {
  /// A column of a table.
  package struct Column: Sendable, Equatable {
    package let name: String
    /// Its position in the primary key from 1; 0 for none.
    let keyPlace: Int
  }

  /// The names of all tables, sorted, without those of SQLite and of the schema's history.
  package static func names(_ connection: Connection) throws -> [String] {
    try connection.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name <> 'grdb_migrations' AND sql NOT LIKE 'CREATE VIRTUAL%'
        AND name NOT IN (SELECT shadow.name FROM pragma_table_list AS shadow WHERE shadow.type = 'shadow')
      ORDER BY name
      """
    ).compactMap { $0.first?.text }
  }

  /// The columns of a table that exists.
  package static func columns(_ connection: Connection, _ table: String) throws -> [Column] {
    try connection.rows(
      "SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", [.text(table)]
    ).compactMap { row in
      guard let name = row[0].text, let place = row[1].integer else { return nil }
      return Column(name: name, keyPlace: Int(place))
    }
  }

  /// Rows whose columns have these values, at most this many, in the order of the key.
  package static func rows(
    _ connection: Connection, _ table: String, where filter: JSONObject, limit: Int, offset: Int = 0
  ) throws -> [JSONValue] {
    let columns = try columns(connection, table)
    let (condition, arguments) = try condition(filter, columns)
    let list = columns.map { quoted($0.name) }.joined(separator: ", ")
    let rows = try connection.rows(
      "SELECT \(list) FROM \(quoted(table))\(condition)\(order(columns)) LIMIT ? OFFSET ?",
      arguments + [.integer(Int64(limit)), .integer(Int64(offset))])
    return rows.map { row in .object(JSONObject(zip(columns.map(\.name), row.map(json)))) }
  }

  /// The number of rows with these values.
  package static func count(_ connection: Connection, _ table: String, where filter: JSONObject) throws -> Int {
    let (condition, arguments) = try condition(filter, columns(connection, table))
    let count = try connection.value("SELECT count(*) FROM \(quoted(table))\(condition)", arguments)
    return Int(count?.integer ?? 0)
  }

  /// Adds rows.
  ///
  /// - Throws: ``Problem`` for a column that does not exist and for a row larger than ``RecordLimit``, ``StoreError`` when
  ///   a row breaks a rule of the table.
  package static func insert(_ connection: Connection, _ table: String, _ rows: [JSONObject]) throws {
    let columns = try columns(connection, table)
    for (index, row) in rows.enumerated() {
      for key in row.keys { _ = try known(key, columns) }
      // In the table's order, so that there are few statements, whatever the order of the properties.
      let members = columns.compactMap { column in row[column.name].map { (column.name, $0) } }
      let names = members.map { quoted($0.0) }.joined(separator: ", ")
      let places = Array(repeating: "?", count: members.count).joined(separator: ", ")
      let values = try members.map { try value($0.0, $0.1) }
      try RecordLimit.require(values.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) })
      do {
        _ = try StoreError.wrap {
          try connection.execute(
            members.isEmpty
              ? "INSERT INTO \(quoted(table)) DEFAULT VALUES"
              : "INSERT INTO \(quoted(table)) (\(names)) VALUES (\(places))", values)
        }
      } catch let error as StoreError {
        throw error.of("row \(index + 1) of \(table)")
      }
    }
  }

  /// Changes columns of the rows with these values.
  ///
  /// - Returns: The number of changed rows.
  /// - Throws: As ``insert(_:_:_:)``.
  package static func update(
    _ connection: Connection, _ table: String, where filter: JSONObject, set changes: JSONObject
  ) throws -> Int {
    let columns = try columns(connection, table)
    let (condition, arguments) = try condition(filter, columns)
    let list = try changes.keys.map { "\(quoted(try known($0, columns))) = ?" }.joined(separator: ", ")
    let values = try changes.members.map { try value($0.key, $0.value) }
    // Files are bytes, and not part of the record.
    let sizes = columns.map {
      "CASE typeof(\(quoted($0.name))) WHEN 'text' THEN length(CAST(\(quoted($0.name)) AS BLOB)) ELSE 0 END"
    }
    let rows = try connection.rows(
      "UPDATE \(quoted(table)) SET \(list)\(condition) RETURNING \(sizes.joined(separator: " + "))", values + arguments)
    try RecordLimit.require(rows.reduce(0) { max($0, Int(clamping: $1.first?.integer ?? 0)) })
    return rows.count
  }

  /// Deletes the rows with these values.
  ///
  /// - Returns: The number of deleted rows.
  package static func delete(_ connection: Connection, _ table: String, where filter: JSONObject) throws -> Int {
    let (condition, arguments) = try condition(filter, columns(connection, table))
    return try connection.execute("DELETE FROM \(quoted(table))\(condition)", arguments)
  }

  private static func condition(_ filter: JSONObject, _ columns: [Column]) throws -> (String, [SQLValue]) {
    guard !filter.isEmpty else { return ("", []) }
    let parts = try filter.keys.map { "\(quoted(try known($0, columns))) IS ?" }
    return (" WHERE " + parts.joined(separator: " AND "), try filter.members.map { try value($0.key, $0.value) })
  }

  private static func order(_ columns: [Column]) -> String {
    let key = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map { quoted($0.name) }
    return key.isEmpty ? "" : " ORDER BY " + key.joined(separator: ", ")
  }

  private static func known(_ name: String, _ columns: [Column]) throws(Problem) -> String {
    if columns.contains(where: { $0.name == name }) { return name }
    let names = columns.map(\.name)
    let near = KnownNames(names).nearest(to: name)
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? "; there are \(names.joined(separator: ", "))"
    throw Problem(.validation, "there is no column \"\(name.clipped(to: 60))\"\(hint)", field: name.clipped(to: 60))
  }

  /// A name quoted for SQL. Names of tables and columns are from the schema, never from a client.
  private static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }

  // MARK: Values

  /// Bytes are written as `{"base64":"…"}`.
  private static func json(_ value: SQLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let integer): .number(JSONNumber(Int(integer)))
    case .real(let number): JSONNumber(number).map(JSONValue.number) ?? .null
    case .text(let text): .string(text)
    case .blob(let bytes): ["base64": .string(Base64URL.encode(bytes))]
    }
  }

  private static func value(_ column: String, _ value: JSONValue) throws(Problem) -> SQLValue {
    switch value {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .string(let text): return .text(text)
    case .number(let number):
      if let integer = number.integer { return .integer(Int64(integer)) }
      guard let double = number.double else { break }
      return .real(double)
    case .object(let object):
      guard object.count == 1, let text = object["base64"]?.string, let bytes = Base64URL.decode(Array(text.utf8))
      else {
        break
      }
      return .blob(bytes)
    case .array: break
    }
    throw Problem(
      .validation, "\(column) must be a text, a number, true, false, null, or bytes as {\"base64\":\"…\"}",
      field: column.clipped(to: 60))
  }
}
