import Store

/// The names by which conditions can refer to an account.
package struct AccountName: Sendable, Equatable {
  /// The largest number of accounts that are read.
  package static let maximumCount = 10_000

  /// The id in its tokens.
  package let id: String
  /// Its e-mail address, or another name for signing in; nil for none.
  package let login: String?

  /// Creates an account's names.
  package init(id: String, login: String?) { (self.id, self.login) = (id, login) }

  /// Reads the accounts of a table.
  ///
  /// - Parameters:
  ///   - select: A query of ids and logins.
  package static func read(_ connection: Connection, _ select: String) throws -> [AccountName] {
    try connection.rows("\(select) LIMIT \(maximumCount)").compactMap { row in
      row[0].text.map { AccountName(id: $0, login: row[1].text) }
    }
  }
}
