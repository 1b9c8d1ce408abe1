import HTTPCore

extension World {
  /// Refuses a pattern of another tool that no request can fulfil.
  ///
  /// - Throws: ``Problem`` of that kind that names the nearest possible condition.
  package func requirePossible(
    method: String?, path: String?, headers: [String], _ kind: Problem.Kind
  ) throws(Problem) {
    let check = check(kind)
    if let method { try check.require(method: method) }
    if let path { try check.require(path: path) }
    for name in headers { try check.require(header: name) }
  }

  /// The number of the newest entries that are searched.
  private static let maximumSeen = 10_000

  /// The check of conditions, with the entries of the journal.
  func check(_ kind: Problem.Kind) -> ConditionCheck {
    let contents = journal.contents()
    return ConditionCheck(kind: kind, seen: Array(contents.entries.suffix(Self.maximumSeen)) + contents.pending)
  }

  func requireAccount(_ account: String, _ check: ConditionCheck, byLogin: Bool) throws(Problem) {
    guard let readAccounts else { return }
    let found = try? store.read { connection in
      // A token may have been issued for an account that never existed.
      let token = try connection.row("SELECT 1 FROM refresh_token WHERE account = ? LIMIT 1", [.text(account)])
      return (accounts: try readAccounts(connection), hasToken: token != nil)
    }
    guard let found, !found.hasToken, !found.accounts.isEmpty,
      found.accounts.count < AccountName.maximumCount
    else { return }
    try check.require(account: account, of: found.accounts, byLogin: byLogin)
  }
}
