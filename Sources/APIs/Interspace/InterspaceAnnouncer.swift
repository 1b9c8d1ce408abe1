import Store
import World

/// Tells the channels when the content of a world was replaced: each profile and wallet of an account that listens
/// which is new or another one now, by the event of its change. There is no event for records that are gone, as there is
/// none when a client deletes them.
enum InterspaceAnnouncer {
  static let announcer = ReplacementAnnouncer(look: look, announce: announce)

  /// The records of accounts that listen, in their order.
  struct Records: Sendable {
    var profiles: [String: [[UInt8]]] = [:]
    var wallets: [String: [[UInt8]]] = [:]
  }

  private static func look(_ world: World, _ connection: Connection) throws -> Records {
    func listeners(_ channel: String) -> [String] {
      world.events.listeningAccounts(api: Interspace.identifier, channel: channel)
    }
    var records = Records()
    for account in listeners(InterspaceEvents.profileChannel) {
      records.profiles[account] = try ProfileSQL.all(connection, account: account)
    }
    for account in listeners(InterspaceEvents.walletChannel) {
      records.wallets[account] = try WalletSQL.all(connection, account: account)
    }
    return records
  }

  private static func announce(
    _ world: World, _ connection: Connection, _ seen: Records
  ) throws -> [ReplacementAnnouncer.Publication] {
    let now = try look(world, connection)
    var publications: [ReplacementAnnouncer.Publication] = []
    for (account, profile) in changes(from: seen.profiles, to: now.profiles) {
      publications.append { InterspaceEvents.profileUpdated(world, account: account, profile) }
    }
    for (account, wallet) in changes(from: seen.wallets, to: now.wallets) {
      publications.append { InterspaceEvents.walletChanged(world, account: account, wallet) }
    }
    return publications
  }

  /// The records that were not there just so, by account. Who began to listen meanwhile has seen nothing of before.
  private static func changes(
    from before: [String: [[UInt8]]], to after: [String: [[UInt8]]]
  ) -> [(account: String, record: [UInt8])] {
    after.keys.sorted().flatMap { account -> [(account: String, record: [UInt8])] in
      guard let old = before[account] else { return [] }
      let known = Set(old)
      return (after[account] ?? []).filter { !known.contains($0) }.map { (account, $0) }
    }
  }
}
