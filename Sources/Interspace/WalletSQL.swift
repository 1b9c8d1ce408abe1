import Ethereum
import HTTPCore
import JSON
import Records
import Store
import World

/// All SQL about wallets.
enum WalletSQL {
  /// The fields of a connection.
  struct New {
    let address: String
    let type: String
    let chain: String
  }

  /// An account's first wallet is its primary one.
  private static let insertion = NumberedInsertion(
    into: Stored.wallets, sequence: "wallet", idPrefix: "wallet_", ["account_id", "address", "type", "chain"],
    computed: [
      "is_primary": "NOT EXISTS (SELECT 1 FROM interspace_wallet WHERE account_id = ?)",
      "balance": #"'{"ETH":"0"}'"#,
    ])

  static func list(_ connection: Connection, account: String, _ paging: PageRequest) throws -> RecordPage {
    try Stored.wallets.page(connection, RowQuery(["account_id": .text(account)]), paging)
  }

  /// A wallet of an account by its address, in any case of its letters.
  static func wallet(_ connection: Connection, address: String, account: String) throws -> [UInt8]? {
    try Stored.wallets.record(connection, RowQuery(["account_id": .text(account), "address": .text(address)]))
  }

  /// Connects a wallet.
  static func insert(_ connection: Connection, account: String, _ new: New) throws -> [UInt8]? {
    try insertion.insert(
      connection, [.text(account), .text(new.address), .text(new.type), .text(new.chain), .text(account)]
    ).json
  }

  /// Gives a connected wallet the type, and the chain unless it is nil, of a request that connects it again.
  ///
  /// - Returns: The wallet; nil when it has them already.
  static func reconnect(_ connection: Connection, account: String, _ new: New, chain: String?) throws -> [UInt8]? {
    try connection.bytes(
      """
      UPDATE interspace_wallet SET type = ?3, chain = coalesce(?4, chain)
      WHERE account_id = ?1 AND address = ?2 AND (type IS NOT ?3 OR chain IS NOT coalesce(?4, chain))
      RETURNING \(RecordJSON.wallet)
      """, [.text(account), .text(new.address), .text(new.type), .text(chain)])
  }

  /// Disconnects a wallet; the oldest of the others becomes primary in its place.
  ///
  /// - Returns: Whether there was such a wallet.
  static func delete(_ connection: Connection, id: String, account: String) throws -> Bool {
    let query = RowQuery(["id": .text(id), "account_id": .text(account)])
    guard try Stored.wallets.delete(connection, query) > 0 else { return false }
    try connection.execute(
      """
      UPDATE interspace_wallet SET is_primary = 1
      WHERE number = (SELECT min(number) FROM interspace_wallet WHERE account_id = ?)
        AND NOT EXISTS (SELECT 1 FROM interspace_wallet WHERE account_id = ? AND is_primary)
      """, [.text(account), .text(account)])
    return true
  }

  /// The primary wallet's id and balance of an account.
  static func primary(_ connection: Connection, account: String) throws -> (id: String, balance: String)? {
    let row = try connection.row(
      "SELECT id, coalesce(balance, '{}') FROM interspace_wallet WHERE account_id = ? AND is_primary",
      [.text(account)])
    guard let row, let id = row[0].text, let balance = row[1].text else { return nil }
    return (id, balance)
  }

  static func setBalance(_ connection: Connection, id: String, _ balance: String) throws {
    try connection.execute("UPDATE interspace_wallet SET balance = ? WHERE id = ?", [.text(balance), .text(id)])
  }
}
