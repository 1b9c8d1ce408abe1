import HTTPCore
import JSON
import Store
import World

/// Records that are stored as JSON objects in a table of their own: their order, id, parents, and all the rest in one
/// column. A member is named by its JSON path, as SQLite's functions take it.
package struct DocumentCollection: Sendable {
  /// The table's name, which is the name of the sequence of its numbers too.
  package let name: String
  /// Where the records are stored.
  package let records: RecordTable
  /// The statement that stores a record.
  private let insertion: String
  /// The statement that reads the last number of the sequence, and whether a record has it as its id.
  private let lastNumber: String

  /// Records in a table of a name.
  package init(_ name: String) {
    self.name = name
    records = RecordTable("\"\(name)\"", .document(column: "record"))
    insertion = "INSERT INTO \(records.name) (id, scope, is_seed, record) VALUES (?, ?, ?, ?)"
    lastNumber = """
      SELECT last, EXISTS (SELECT 1 FROM \(records.name) WHERE id = CAST(last AS TEXT)) FROM sequence WHERE name = ?
      """
  }

  /// One statement makes the table with its index and its rules, since SQLite looks through the whole schema at the end
  /// of each that changes it.
  package var creation: String {
    let columns = [
      Table.Column("scope", .text, "DEFAULT '{}'", rule: ColumnRule.jsonObject),
      Table.Column("is_seed", .integer, "DEFAULT 0"), Table.Column("record", .text, rule: ColumnRule.jsonObject),
    ]
    return Table(name, columns, hasUniqueIDs: false).creationWithRules
  }

  // MARK: Reading

  private static let limits = JSONLimits(maximumDepth: JSONLimits.greatestDepth)

  /// The records that a query asks for, in its order.
  package func records(_ connection: Connection, _ query: RowQuery) throws -> [StoredRecord] {
    try records.rows(connection, "number, id, scope, is_seed, record", query).compactMap(Self.record)
  }

  private static func record(_ row: [SQLValue]) -> StoredRecord? {
    guard row.count == 5, let number = row[0].integer, let id = row[1].text, let scope = row[2].text,
      let record = row[4].text, let content = (try? JSONParser.parse(Array(record.utf8), limits: limits))?.object
    else { return nil }
    let members = scope == "{}" ? [] : (try? JSONParser.parse(Array(scope.utf8)))?.object?.members ?? []
    let parents = Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    return StoredRecord(number: number, id: id, scope: parents, isSeed: row[3].integer == 1, content: content)
  }

  /// Which numbers are added to a sum and which are taken away, by a member of the same record.
  package struct Direction: Sendable {
    /// The path of the member.
    let member: String
    /// Its values in records whose number is added.
    let added: Set<String>
    /// Its values in records whose number is taken away.
    let subtracted: Set<String>

    /// Numbers that are added or taken away by a member, whatever their own signs.
    package init(by member: String, added: Set<String>, subtracted: Set<String>) {
      (self.member, self.added, self.subtracted) = (member, added, subtracted)
    }
  }

  /// The sum of a member's numbers in all records of a query, on all pages. Texts and what is not finite count nothing.
  ///
  /// - Parameters:
  ///   - member: The member's path.
  ///   - direction: Which of the numbers are taken away; nil where each is added with its own sign.
  package func sum(
    _ connection: Connection, of member: String, signedBy direction: Direction? = nil, _ query: RowQuery
  ) throws -> Double {
    var (value, arguments) = ("number", [SQLValue]())
    if let direction {
      let (added, subtracted) = (direction.added.sorted(), direction.subtracted.sorted())
      value = """
        CASE WHEN kind IN (\(added.map { _ in "?" }.joined(separator: ", "))) THEN abs(number)
        WHEN kind IN (\(subtracted.map { _ in "?" }.joined(separator: ", "))) THEN -abs(number) END
        """
      arguments = (added + subtracted).map(SQLValue.text)
    }
    arguments += [.text(member), .text(member), .text(direction?.member ?? member)]
    let rows = records.rows(query)
    let sum = try connection.value(
      """
      SELECT total(\(value)) FROM (
        SELECT CASE WHEN json_type(record, ?) IN ('integer', 'real') THEN CAST(json_extract(record, ?) AS REAL) END AS number,
          json_extract(record, ?) AS kind FROM \(rows.sql))
      WHERE number BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308
      """, arguments + rows.arguments)
    return sum?.real ?? 0
  }

  /// Holds for records below a parent.
  ///
  /// - Parameters:
  ///   - mayBeMissing: Whether records that name no such parent belong to it, too.
  package func parent(_ name: String, is id: String, mayBeMissing: Bool) -> RowQuery.Part {
    let path = SQLValue.text(RecordTable.path(name))
    return mayBeMissing
      ? RowQuery.Part("coalesce(json_extract(scope, ?), ?) = ?", [path, .text(id), .text(id)])
      : RowQuery.Part("json_extract(scope, ?) = ?", [path, .text(id)])
  }

  // MARK: Writing

  /// The next whole number that can be an id. Ids that clients or tests chose are passed over, and none of them ends the
  /// count: where there is no number after them, it is the first one above 0 that no record has. Call it inside the
  /// transaction that uses the number.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether an id may be a number: one of 32 bits ends early.
  /// - Throws: ``Problem`` of kind `conflict` when the numbers are used up.
  package func nextNumber(_ connection: Connection, isAllowed: (Int64) -> Bool) throws -> Int64 {
    if try WorldSQL.raise(connection, name) {
      let row = try connection.row(lastNumber, [.text(name)])
      if let number = row?.first?.integer, row?.last?.integer == 0, isAllowed(number) { return number }
    }
    // The records that were there from the beginning, or that a test put there, have the numbers up to their greatest.
    // Longer ones are not counted: the one after them would not be exact in JavaScript.
    let numbers = """
      SELECT CAST(id AS INTEGER) AS number FROM \(records.name)
      WHERE id GLOB '[0-9]*' AND id NOT GLOB '*[^0-9]*' AND length(id) <= 15
      """
    let next = (try connection.value("SELECT max(number) FROM (\(numbers))")?.integer ?? 0) + 1
    if isAllowed(next), try !records.contains(connection, id: String(next)) {
      try WorldSQL.set(connection, name, last: next)
      return next
    }
    let free = try connection.value(
      """
      SELECT taken.number + 1 FROM (SELECT 0 AS number UNION ALL \(numbers)) AS taken
      WHERE NOT EXISTS (SELECT 1 FROM \(records.name) AS next WHERE next.id = CAST(taken.number + 1 AS TEXT))
      ORDER BY taken.number LIMIT 1
      """)
    guard let number = free?.integer else { throw Problem(.conflict, "all ids are in use", field: "id") }
    return number
  }

  /// Stores a new record; it comes after all others.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  package func insert(
    _ connection: Connection, id: String, scope: [String: String], _ content: JSONObject, isSeed: Bool = false
  ) throws {
    try connection.execute(
      insertion, [.text(id), .text(text(of: scope)), .boolean(isSeed), .text(try text(of: content))])
  }

  /// Puts a record in the place of one that is there.
  ///
  /// - Throws: ``Problem`` of kind `contentTooLarge` for one larger than ``RecordLimit``.
  package func update(
    _ connection: Connection, number: Int64, id: String, scope: [String: String], _ content: JSONObject
  ) throws {
    try connection.execute(
      "UPDATE \(records.name) SET id = ?, scope = ?, record = ? WHERE number = ?",
      [.text(id), .text(text(of: scope)), .text(try text(of: content)), .integer(number)])
  }

  /// Removes a record.
  package func delete(_ connection: Connection, number: Int64) throws {
    try records.delete(connection, RowQuery(["number": .integer(number)]))
  }

  private func text(of content: JSONObject) throws(Problem) -> String {
    let text = json(content)
    try RecordLimit.require(text.utf8.count)
    return text
  }

  private func text(of scope: [String: String]) -> String {
    if scope.isEmpty { return "{}" }
    return json(JSONObject(scope.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  private func json(_ object: JSONObject) -> String {
    String(decoding: JSONWriter.serialize(.object(object), sortedKeys: false), as: UTF8.self)
  }
}
