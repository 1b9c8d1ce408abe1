import Records
import Resources
import Store

// What accounts have marked among records, such as whom they follow; it stands beside the records, since each account has
// its own.

extension RecordCollection {
  /// The table of the marks.
  var marksTable: String { "\(documents.name)_marks" }

  /// The statements that make it, and that of the records before it.
  var marksCreation: String {
    """
    \(documents.creation)
    CREATE TABLE IF NOT EXISTS "\(marksTable)" (
      account TEXT NOT NULL,
      flag TEXT NOT NULL,
      number INTEGER NOT NULL REFERENCES \(documents.records.name) (number) ON DELETE CASCADE,
      PRIMARY KEY (account, flag, number)
    ) STRICT, WITHOUT ROWID;
    """
  }

  /// Sets or removes a flag of an account at a record; whether that changed anything.
  func mark(
    _ record: StoredRecord, _ flag: String, _ isSet: Bool, by account: String, _ connection: Connection
  ) throws -> Bool {
    let old = try flags(of: record, by: account, connection).contains(flag)
    guard old != isSet else { return false }
    let values: [SQLValue] = [.text(account), .text(flag), .integer(record.number)]
    try connection.execute(
      isSet
        ? "INSERT INTO \"\(marksTable)\" (account, flag, number) VALUES (?, ?, ?)"
        : "DELETE FROM \"\(marksTable)\" WHERE account = ? AND flag = ? AND number = ?", values)
    return true
  }

  /// The flags that an account has set at a record.
  func flags(of record: StoredRecord, by account: String, _ connection: Connection) throws -> Set<String> {
    let rows = try connection.rows(
      "SELECT flag FROM \"\(marksTable)\" WHERE account = ? AND number = ?", [.text(account), .integer(record.number)])
    return Set(rows.compactMap { $0.first?.text })
  }

  /// The condition that an account has set a flag at a record.
  func isMarked(_ flag: String, by account: String) -> RowQuery.Part {
    RowQuery.Part(
      "number IN (SELECT number FROM \"\(marksTable)\" WHERE account = ? AND flag = ?)", [.text(account), .text(flag)])
  }

  /// The condition, for the records of accounts, that they have set a flag at a record of this collection.
  func hasMarked(_ record: StoredRecord, _ flag: String) -> RowQuery.Part {
    RowQuery.Part(
      "id IN (SELECT account FROM \"\(marksTable)\" WHERE number = ? AND flag = ?)",
      [.integer(record.number), .text(flag)])
  }
}
