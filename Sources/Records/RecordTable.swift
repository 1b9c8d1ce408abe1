import Store

/// The table of the records of a collection. It is the one place that reads and removes them, in whichever of two forms
/// they are stored: a column for each member, or one JSON object.
package struct RecordTable: Sendable {
  /// How a record is stored.
  package enum Form: Sendable {
    /// Each member has a column. The SQL expression (``JSONExpression``) renders a record as JSON.
    case columns(json: String)
    /// The whole record is a JSON object in a column.
    case document(column: String)
  }

  /// The table's name as it stands in SQL.
  package let name: String
  let form: Form
  /// The column that has the order of the records. No two records have the same value there.
  let order: String
  /// What distinguishes the records from those of other collections in the same table; nil for a table of their own.
  let partition: (column: String, value: SQLValue)?
  private let reading: String

  /// A table with a column `id`.
  ///
  /// - Parameters:
  ///   - order: The column that has the order of the records.
  ///   - partition: The column and value that the records have, when there are others in the table.
  package init(
    _ name: String, _ form: Form, order: String = "number", partition: (column: String, value: SQLValue)? = nil
  ) {
    (self.name, self.form, self.order, self.partition) = (name, form, order, partition)
    reading = "SELECT \(form.json) FROM \(name) WHERE \(partition.map { "\($0.column) = ? AND " } ?? "")id = ?"
  }

  /// The SQL expression of a record as JSON.
  package var json: String { form.json }

  // MARK: Queries

  /// The records of a query as they stand behind `FROM`: with the conditions, in no order, all of them.
  func rows(_ query: RowQuery) -> RowQuery.Part {
    let own = partition.map { [RowQuery.Part("\($0.column) = ?", [$0.value])] } ?? []
    let conditions = own + query.conditions
    guard !conditions.isEmpty else { return RowQuery.Part(name) }
    return RowQuery.Part(
      "\(name) WHERE \(conditions.map(\.sql).joined(separator: " AND "))", conditions.flatMap(\.arguments))
  }

  /// The columns to sort by as they stand behind `ORDER BY`.
  private func sorting(_ query: RowQuery) -> RowQuery.Part {
    RowQuery.Part("\(query.order.map { "\($0.sql), " } ?? "")\(order)", query.order?.arguments ?? [])
  }

  private func selection(_ columns: String, _ query: RowQuery) -> RowQuery.Part {
    let (rows, sorting) = (rows(query), sorting(query))
    return RowQuery.Part(
      "SELECT \(columns) FROM \(rows.sql) ORDER BY \(sorting.sql) LIMIT ? OFFSET ?",
      rows.arguments + sorting.arguments + [.integer(Int64(query.limit ?? -1)), .integer(Int64(query.offset))])
  }

  /// The number of records that a query asks for, on all pages.
  package func count(_ connection: Connection, _ query: RowQuery = RowQuery()) throws -> Int {
    let rows = rows(query)
    return Int(clamping: try connection.value("SELECT count(*) FROM \(rows.sql)", rows.arguments)?.integer ?? 0)
  }

  /// Columns of the records that a query asks for.
  package func rows(_ connection: Connection, _ columns: String, _ query: RowQuery) throws -> [[SQLValue]] {
    let selection = selection(columns, query)
    return try connection.rows(selection.sql, selection.arguments)
  }

  /// The first column of the first record that a query asks for; nil for none.
  package func first(_ connection: Connection, _ column: String, _ query: RowQuery) throws -> SQLValue? {
    let selection = selection(column, query)
    return try connection.value(selection.sql, selection.arguments)
  }

  /// A JSON array of the records that a query asks for. SQLite renders it.
  package func array(_ connection: Connection, _ query: RowQuery = RowQuery()) throws -> [UInt8] {
    let selection = selection("\(json) AS record", query)
    return try connection.bytes("SELECT \(JSONExpression.arraySQL(selection.sql))", selection.arguments)
      ?? Array("[]".utf8)
  }

  /// A page of the records that a query asks for.
  ///
  /// - Parameters:
  ///   - request: The page; nil for all records.
  package func page(_ connection: Connection, _ query: RowQuery, _ request: PageRequest?) throws -> RecordPage {
    let total = try count(connection, query)
    var query = query
    (query.limit, query.offset) = (request?.limit, request?.offset ?? 0)
    return RecordPage(records: try array(connection, query), total: total, request: request)
  }

  /// How many records stand before one in the order of a query; nil when it is none of them.
  package func position(_ connection: Connection, id: String, _ query: RowQuery) throws -> Int? {
    let (rows, sorting) = (rows(query), sorting(query))
    let value = try connection.value(
      """
      SELECT place FROM (SELECT id, row_number() OVER (ORDER BY \(sorting.sql)) - 1 AS place FROM \(rows.sql))
      WHERE id = ? LIMIT 1
      """, sorting.arguments + rows.arguments + [.text(id)])
    return value?.integer.map { Int(clamping: $0) }
  }

  // MARK: Records

  /// A record as JSON; nil when there is none of that id.
  package func record(_ connection: Connection, id: SQLValue) throws -> [UInt8]? {
    try connection.bytes(reading, partition.map { [$0.value, id] } ?? [id])
  }

  /// The first record that a query asks for, as JSON; nil for none.
  package func record(_ connection: Connection, _ query: RowQuery) throws -> [UInt8]? {
    let selection = selection(json, query)
    return try connection.bytes(selection.sql, selection.arguments)
  }

  /// Whether there is a record that a query asks for.
  package func contains(_ connection: Connection, _ query: RowQuery) throws -> Bool {
    let rows = rows(query)
    return try connection.value("SELECT 1 FROM \(rows.sql) LIMIT 1", rows.arguments) != nil
  }

  /// Whether there is a record of that id.
  package func contains(_ connection: Connection, id: String) throws -> Bool {
    try contains(connection, RowQuery(["id": .text(id)]))
  }

  /// Whether another record has a value in a column, whose collation says what is the same.
  ///
  /// - Parameters:
  ///   - id: The record that may have it; nil for none.
  package func isTaken(
    _ connection: Connection, _ column: String, _ value: SQLValue, except id: String?
  ) throws -> Bool {
    var query = RowQuery([column: value])
    query.require(RowQuery.Part("id IS NOT ?", [.text(id)]))
    return try contains(connection, query)
  }

  /// Removes the records that a query asks for, on all pages. What the foreign keys of other tables say happens to theirs.
  ///
  /// - Returns: The number of records that were there.
  @discardableResult
  package func delete(_ connection: Connection, _ query: RowQuery) throws -> Int {
    let rows = rows(query)
    return try connection.execute("DELETE FROM \(rows.sql)", rows.arguments)
  }
}

extension RecordTable.Form {
  fileprivate var json: String {
    switch self {
    case .columns(let json): json
    case .document(let column): column
    }
  }
}
