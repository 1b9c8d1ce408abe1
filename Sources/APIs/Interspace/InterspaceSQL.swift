import Store
import World

/// SQL that several of Interspace's parts need; the SQL of each part stands in its own `…SQL` file beside it.
enum InterspaceSQL {
  /// The sequences that give ids, and their tables.
  static let sequences = [
    ("account", InterspaceSchema.account), ("profile", InterspaceSchema.profile), ("social", InterspaceSchema.social),
    ("wallet", InterspaceSchema.wallet), ("app", InterspaceSchema.app),
  ]

  /// The records that a query gives in its one column, for an account.
  static func all(_ connection: Connection, _ sql: String, account: String) throws -> [[UInt8]] {
    try connection.rows(sql, [.text(account)]).compactMap { $0.first?.text.map { Array($0.utf8) } }
  }

  /// A page of a query's records, and how many records there are in all.
  static func page(
    _ connection: Connection, record: String, from source: String, _ arguments: [SQLValue], _ paging: Paging
  ) throws -> PageOfRecords {
    let total = try connection.value("SELECT count(*) FROM \(source)", arguments)?.integer ?? 0
    let list = JSONExpression.arraySQL("SELECT \(record) AS record FROM \(source) ORDER BY number LIMIT ? OFFSET ?")
    let records = try connection.bytes(
      "SELECT \(list)", arguments + [.integer(Int64(paging.limit)), .integer(Int64(paging.offset))])
    return PageOfRecords(records: records ?? Array("[]".utf8), total: Int(total))
  }
}
