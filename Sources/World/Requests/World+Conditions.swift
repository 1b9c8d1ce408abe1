import HTTPCore

extension World {
  /// Makes sure that requests can have what a pattern of another tool asks for.
  ///
  /// - Throws: ``Problem`` of that kind that tells the nearest condition that can be fulfilled.
  package func requirePossible(
    method: String?, path: String?, headers: [String], _ kind: Problem.Kind
  ) throws(Problem) {
    let check = check(kind)
    if let method { try check.require(method: method) }
    if let path { try check.require(path: path) }
    for name in headers { try check.require(header: name) }
  }

  /// So many of the newest entries are asked what requests had.
  private static let maximumSeen = 10_000

  /// The conditions' check, with what the journal has.
  func check(_ kind: Problem.Kind) -> ConditionCheck {
    let contents = journal.contents()
    return ConditionCheck(kind: kind, seen: Array(contents.entries.suffix(Self.maximumSeen)) + contents.underWay)
  }

  func requireAccount(_ account: String, _ check: ConditionCheck, byLogin: Bool) throws(Problem) {
    guard let readAccounts else { return }
    let found = try? store.read { connection in
      // A token may have been made for an account that never was.
      let token = try connection.row("SELECT 1 FROM refresh_token WHERE account = ? LIMIT 1", [.text(account)])
      return (accounts: try readAccounts(connection), hasToken: token != nil)
    }
    guard let found, !found.hasToken, !found.accounts.isEmpty,
      found.accounts.count < AccountName.maximumCount
    else { return }
    try check.require(account: account, of: found.accounts, byLogin: byLogin)
  }
}
