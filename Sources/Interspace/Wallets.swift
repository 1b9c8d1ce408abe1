import APISupport
import Ethereum
import HTTPCore
import JSON
import Store
import World

/// The wallets of the signed-in user.
enum WalletEndpoints {
  private static let path = "\(Interspace.base)/wallets"

  static let all = [
    Endpoint(.get, path, "listWallets", .bearer, answer: list),
    Endpoint(.post, "\(path)/connect", "connectWallet", .bearer, answer: connect),
    Endpoint(.delete, "\(path)/{id}", "disconnectWallet", .bearer, answer: disconnect),
  ]

  private static func list(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let response = try Answers.list(call, name: "wallets") {
      try WalletSQL.list($0, account: account, $1)
    }
    return response ?? .noContent
  }

  /// 201 for a new wallet, 200 for one that is connected already (CONTRACT §6.1); it then has the type of the request,
  /// and its chain where one is named.
  private static func connect(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    var fields = FieldReader(try call.request.jsonObject())
    let address = fields.text("address", length: 1...200)
    let signature = fields.text("signature", length: 1...4096)
    let message = fields.text("message", length: 1...10_000)
    let type = fields.text("walletType", length: 1...50)
    let chain = fields.optionalText("chain", length: 1...50)
    try fields.finish()
    let isVerified = try WalletSignature.check(
      address: address, signature: signature, message: message,
      isStrict: call.world.options.interspace.isStrictAboutWallets)
    let new = WalletSQL.New(address: address, type: type, chain: chain ?? "ethereum")
    let (wallet, isNew, _) = try call.world.store.transaction { connection -> ([UInt8]?, Bool, Bool) in
      if let known = try WalletSQL.wallet(connection, address: address, account: account) {
        let changed = try WalletSQL.reconnect(connection, account: account, new, chain: chain)
        return (changed ?? known, false, changed != nil)
      }
      return (try WalletSQL.insert(connection, account: account, new), true, true)
    } committed: { wallet, _, isChanged in
      if isChanged { Events.walletChanged(call.world, account: account, wallet) }
    }
    guard let wallet else { throw Problem(.internalError, "the connected wallet could not be read back") }
    var response = Response.json(wallet, status: isNew ? 201 : 200)
    response.headers.append("X-Mock-Verified", isVerified ? "true" : "false")
    return response
  }

  private static func disconnect(_ call: Call) throws -> Response {
    let account = try Answers.account(call)
    let id = call.parameters["id"]
    try call.world.store.transaction { connection in
      guard let change = try WalletSQL.delete(connection, id: id, account: account) else {
        throw Problem.missing("wallet", id)
      }
      return change
    } committed: { change in
      Events.walletDeleted(call.world, account: account, change.deleted)
      Events.walletChanged(call.world, account: account, change.promoted)
    }
    return .noContent
  }
}

/// Verifies the signatures of wallets.
enum WalletSignature {
  /// Recovers the signer where address and signature have the form that allows it.
  ///
  /// - Parameters:
  ///   - isStrict: Whether what is not verified is refused.
  /// - Returns: false when there was nothing to verify, as with the documentation's own example, or when other software
  ///   would not take it: a wrong checksum in the address, a high s.
  /// - Throws: ``Problem`` of kind `validation` when another address signed, or nobody can have.
  static func check(address: String, signature: String, message: String, isStrict: Bool) throws(Problem) -> Bool {
    switch WalletProof.verify(address: address, signature: signature, message: message) {
    case .verified: return true
    case .irregular(_, let reason), .notVerifiable(let reason):
      guard isStrict else { return false }
      throw Problem(
        .validation, "the signature cannot be verified: \(reason)", field: "signature", value: signature)
    case .mismatch(let recovered):
      throw Problem(
        .validation, "the message was signed by \(recovered), not by the address given", field: "signature",
        value: signature)
    case .invalid(let reason):
      throw Problem(.validation, "the signature is impossible: \(reason)", field: "signature", value: signature)
    }
  }
}

/// Changes the balance of the primary wallets whose owners listen, so that an app has changes to show.
enum WalletSimulation {
  /// How many missed steps are made up for after a jump of the clock, so that a far jump ends soon.
  static let backlog: Int64 = 1000
  /// Balances have four decimals here: one unit is a ten-thousandth.
  private static let unitsPerCoin: Int64 = 10_000
  /// The largest move, in units.
  private static let largestMove: UInt64 = 500

  /// Whether somebody listens.
  static func isHeard(_ world: World) -> Bool {
    world.events.hasListeners(api: Interspace.identifier, channel: Events.walletChannel)
  }

  /// Steps of a random walk for each listening account.
  static func take(_ world: World, _ steps: Simulation.Steps) throws {
    for _ in 0..<steps.count { try step(world) }
  }

  private static func step(_ world: World) throws {
    let accounts = world.events.listeningAccounts(
      api: Interspace.identifier, channel: Events.walletChannel)
    for account in accounts {
      try world.store.transaction { connection -> [UInt8]? in
        guard let wallet = try WalletSQL.primary(connection, account: account),
          let balance = moved(wallet.balance, by: world.simulationRandom)
        else { return nil }
        return try WalletSQL.setBalance(connection, id: wallet.id, balance)
      } committed: { wallet in
        Events.walletChanged(world, account: account, wallet)
      }
    }
  }

  /// The balance with its first currency moved up or down, never below zero; nil when there is none to move.
  private static func moved(_ balance: String, by random: WorldRandom) -> String? {
    guard var amounts = (try? JSONParser.parse(Array(balance.utf8)))?.object,
      let currency = amounts.keys.sorted().first, let text = amounts[currency]?.string, let units = units(text)
    else { return nil }
    let move = Int64(random.next() % (2 * largestMove + 1)) - Int64(largestMove)
    amounts[currency] = .string(text: max(0, units + move), unitsPerCoin: unitsPerCoin)
    return String(decoding: JSONWriter.serialize(.object(amounts)), as: UTF8.self)
  }

  /// A decimal text in units; nil when it is no amount that could be moved without overflow.
  private static func units(_ text: String) -> Int64? {
    guard let amount = Double(text), amount.isFinite, amount >= 0, amount < 1e12 else { return nil }
    return Int64(amount * Double(unitsPerCoin))
  }
}

extension JSONValue {
  /// An amount of units as decimal text without trailing zeros.
  fileprivate static func string(text units: Int64, unitsPerCoin: Int64) -> JSONValue {
    let fraction = "\(unitsPerCoin + units % unitsPerCoin)".dropFirst()
    let digits = fraction.reversed().drop { $0 == "0" }.reversed()
    return .string(digits.isEmpty ? "\(units / unitsPerCoin)" : "\(units / unitsPerCoin)." + String(digits))
  }
}

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
