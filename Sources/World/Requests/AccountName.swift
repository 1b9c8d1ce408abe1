import Store

/// What conditions may call an account by.
package struct AccountName: Sendable, Equatable {
  /// The most that are read.
  package static let maximumCount = 10_000

  /// The id that its tokens have.
  package let id: String
  /// Its e-mail address, or another name that people sign in with; nil for none.
  package let login: String?

  /// An account by its names.
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
