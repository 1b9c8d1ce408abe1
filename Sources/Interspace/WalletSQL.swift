import APISupport
import Ethereum
import HTTPCore
import JSON
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

  static func list(_ connection: Connection, account: String, _ paging: PageRequest) throws -> RecordPage {
    try SharedSQL.page(connection, RecordJSON.wallet, of: Schema.wallet, "account_id", account, paging)
  }

  /// Every wallet of an account, oldest first.
  static func all(_ connection: Connection, account: String) throws -> [[UInt8]] {
    try SharedSQL.all(
      connection, "SELECT \(RecordJSON.wallet) FROM interspace_wallet WHERE account_id = ? ORDER BY number",
      account: account)
  }

  /// A wallet of an account by its address, in any case of its letters.
  static func wallet(_ connection: Connection, address: String, account: String) throws -> [UInt8]? {
    try connection.bytes(
      "SELECT \(RecordJSON.wallet) FROM interspace_wallet WHERE account_id = ? AND address = ?",
      [.text(account), .text(address)])
  }

  /// Connects a wallet; an account's first one is its primary one.
  static func insert(_ connection: Connection, account: String, _ new: New) throws -> [UInt8]? {
    let number = try WorldSQL.next(connection, "wallet", for: Schema.wallet, prefix: "wallet_")
    let other = try connection.value(
      "SELECT 1 FROM interspace_wallet WHERE account_id = ? LIMIT 1", [.text(account)])
    return try connection.bytes(
      """
      INSERT INTO interspace_wallet (number, id, account_id, address, type, chain, is_primary, balance)
      VALUES (?, ?, ?, ?, ?, ?, ?, '{"ETH":"0"}') RETURNING \(RecordJSON.wallet)
      """,
      [
        .integer(number), .text("wallet_\(number)"), .text(account), .text(new.address), .text(new.type),
        .text(new.chain), .boolean(other == nil),
      ])
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
  /// - Returns: The wallet as it was, and the one that became primary, nil when that did not change; nil when there was
  ///   no such wallet.
  static func delete(
    _ connection: Connection, id: String, account: String
  ) throws -> (deleted: [UInt8], promoted: [UInt8]?)? {
    let deleted = try connection.bytes(
      "SELECT \(RecordJSON.wallet) FROM interspace_wallet WHERE id = ? AND account_id = ?",
      [.text(id), .text(account)])
    guard let deleted else { return nil }
    try connection.execute("DELETE FROM interspace_wallet WHERE id = ?", [.text(id)])
    let promoted = try connection.bytes(
      """
      UPDATE interspace_wallet SET is_primary = 1
      WHERE number = (SELECT min(number) FROM interspace_wallet WHERE account_id = ?)
        AND NOT EXISTS (SELECT 1 FROM interspace_wallet WHERE account_id = ? AND is_primary)
      RETURNING \(RecordJSON.wallet)
      """, [.text(account), .text(account)])
    return (deleted, promoted)
  }

  /// The primary wallet's id and balance of an account.
  static func primary(_ connection: Connection, account: String) throws -> (id: String, balance: String)? {
    let row = try connection.row(
      "SELECT id, coalesce(balance, '{}') FROM interspace_wallet WHERE account_id = ? AND is_primary",
      [.text(account)])
    guard let row, let id = row[0].text, let balance = row[1].text else { return nil }
    return (id, balance)
  }

  static func setBalance(_ connection: Connection, id: String, _ balance: String) throws -> [UInt8]? {
    try connection.bytes(
      "UPDATE interspace_wallet SET balance = ? WHERE id = ? RETURNING \(RecordJSON.wallet)",
      [.text(balance), .text(id)])
  }
}
