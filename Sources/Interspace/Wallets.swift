import APISupport
import Ethereum
import HTTPCore
import JSON
import Store
import World

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
  static func hasObservers(_ world: World) -> Bool {
    world.channels.isHeard(Events.walletChannel)
  }

  /// Steps of a random walk for each listening account.
  static func take(_ world: World, _ steps: Simulation.Steps) throws {
    for _ in 0..<steps.count { try step(world) }
  }

  private static func step(_ world: World) throws {
    for account in world.channels.listeningAccounts(
      api: Interspace.identifier, channel: Events.walletChannel.name)
    {
      try world.store.transaction { connection in
        guard let wallet = try WalletSQL.primary(connection, account: account),
          let balance = moved(wallet.balance, by: world.simulationRandom)
        else { return }
        try WalletSQL.setBalance(connection, id: wallet.id, balance)
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
