/// A table of records that subscribers can follow, and the values that a change contains.
///
/// All texts are SQL: names of tables and columns, and expressions over one row of the table.
package struct TrackedTable: Sendable {
  /// Rows of another table that a record contains in its JSON: when they change, the record changes.
  package struct Part: Sendable {
    let table: String
    /// The part's column that refers to the record.
    let column: String
    /// The record's column that it refers to.
    let target: String

    /// Creates a part from its table and columns.
    package init(_ table: String, _ column: String, of target: String = "id") {
      (self.table, self.column, self.target) = (table, column, target)
    }
  }

  package let name: String
  /// The columns of the primary key.
  let key: [String]
  /// Resource, id, owner, scope and JSON of a record, in the order of ``RecordState``.
  let values: [String]
  let parts: [Part]
  /// Whether its records are compared one by one when the whole content is replaced.
  let isCompared: Bool

  /// Creates a table of records.
  ///
  /// - Parameters:
  ///   - key: The columns of the primary key. A key of one column must be the row id.
  ///   - resource: The record's resource.
  ///   - id: The record's id in the API.
  ///   - owner: The account that owns the record; `NULL` without one.
  ///   - scope: The ids of its parents as a JSON object of texts; `NULL` without parents.
  ///   - json: The record as REST shows it.
  ///   - isCompared: Whether its records are compared one by one when the whole content is replaced. Only for tables that are
  ///     filled at the start: rows that are generated on first use are missing after a replacement.
  package init(
    _ name: String, key: [String] = ["number"], resource: String, id: String = "id", owner: String = "NULL",
    scope: String = "NULL", json: String, parts: [Part] = [], isCompared: Bool = false
  ) {
    (self.name, self.key, self.parts, self.isCompared) = (name, key, parts, isCompared)
    values = [resource, id, owner, scope, json]
  }

  /// A name or text in SQL, as a text.
  package static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  // MARK: SQL

  private var table: String { "\"\(name)\"" }
  private var keyColumns: [String] { key.map { "\"\($0)\"" } }
  private func row(_ alias: String) -> String { keyColumns.map { "\($0) = \(alias).\($0)" }.joined(separator: " AND ") }

  /// The tables that must exist for its triggers.
  var tables: [String] { [name] + parts.map(\.table) }

  /// The query for a record by its key.
  var reading: String {
    let condition = keyColumns.map { "\($0) = ?" }.joined(separator: " AND ")
    return "SELECT \(values.joined(separator: ", ")) FROM \(table) WHERE \(condition)"
  }

  /// The query for all records in the order of their keys, up to a limit.
  func readingAll(limit: Int) -> String {
    "SELECT \(values.joined(separator: ", ")) FROM \(table) ORDER BY \(keyColumns.joined(separator: ", ")) LIMIT \(limit)"
  }

  /// The triggers that report each change of a row to ``ChangeLog``, by their names.
  ///
  /// - Parameters:
  ///   - number: The table's number in the log.
  func triggers(_ number: Int) -> [(name: String, sql: String)] {
    func note(_ mode: ChangeLog.Mode, _ condition: String) -> String {
      let arguments = ["\(number)", "\(mode.rawValue)"] + keyColumns + values
      return "SELECT \(ChangeLog.function)(\(arguments.joined(separator: ", "))) FROM \(table) WHERE \(condition);"
    }
    let inserted = ["\(number)", "\(ChangeLog.Mode.inserted.rawValue)"] + keyColumns.map { "NEW.\($0)" }
    let noteInserted = "SELECT \(ChangeLog.function)(\(inserted.joined(separator: ", ")));"
    let hasMoved = keyColumns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    var triggers: [(time: String, body: String)] = [
      ("AFTER INSERT ON \(table)", noteInserted), ("BEFORE UPDATE ON \(table)", note(.touched, row("OLD"))),
      ("AFTER UPDATE ON \(table) WHEN \(hasMoved)", noteInserted),
      ("BEFORE DELETE ON \(table)", note(.touched, row("OLD"))),
    ]
    // INSERT OR REPLACE can replace the row of a given key.
    if key.count > 1 { triggers.append(("BEFORE INSERT ON \(table)", note(.replaced, row("NEW")))) }
    for part in parts {
      let (other, target) = ("\"\(part.table)\"", "\"\(part.target)\"")
      let (old, new) = ("OLD.\"\(part.column)\"", "NEW.\"\(part.column)\"")
      triggers.append(("BEFORE INSERT ON \(other)", note(.touched, "\(target) = \(new)")))
      triggers.append(("BEFORE UPDATE ON \(other)", note(.touched, "\(target) IN (\(old), \(new))")))
      triggers.append(("BEFORE DELETE ON \(other)", note(.touched, "\(target) = \(old)")))
    }
    return triggers.enumerated().map { index, trigger in
      let name = "change_\(number)_\(index)"
      return (name, "CREATE TEMP TRIGGER \(name) \(trigger.time) BEGIN \(trigger.body) END;")
    }
  }
}

/// A record at one time.
package struct RecordState: Sendable, Equatable {
  package let resource: String
  /// Its id in the API.
  package let id: String
  /// The account that owns it; nil without one.
  package let owner: String?
  /// The ids of its parents as a JSON object; nil without parents.
  package let scope: String?
  /// The record as REST shows it.
  package let json: [UInt8]

  /// Reads a row of ``TrackedTable/values``; nil without resource, id or JSON.
  init?(_ row: some Collection<SQLValue>) {
    let row = Array(row)
    guard row.count == 5, let resource = row[0].text, let id = row[1].text ?? row[1].integer.map({ "\($0)" }),
      let json = row[4].text
    else { return nil }
    (self.resource, self.id, owner, scope) = (resource, id, row[2].text, row[3].text)
    self.json = Array(json.utf8)
  }
}

/// An event that is not a record, such as a summary of several records.
package struct NamedAction: Sendable {
  package let api: String
  package let resource: String
  /// What happened.
  package let name: String
  /// Its content as JSON.
  package let content: [UInt8]

  /// Creates an action from its parts.
  package init(api: String, resource: String, name: String, content: [UInt8]) {
    (self.api, self.resource, self.name, self.content) = (api, resource, name, content)
  }
}

/// The changes of one commit that subscribers follow.
package struct StoreCommit: Sendable {
  /// One of the changes.
  package enum Change: Sendable {
    /// A record of a table, before and after; nil where it did not or does not exist.
    case record(table: String, before: RecordState?, after: RecordState?)
    case action(NamedAction)
    /// Any record may differ: the whole content was replaced, or more rows changed than are reported one by one.
    case replacement
  }

  /// The changes in their order.
  package let changes: [Change]
  /// The written tables, sorted; empty without subscribers to them.
  package let tables: [String]
}
