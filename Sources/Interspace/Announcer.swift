import HTTPCore
import JSON
import Store
import World

/// Tells the channels when the content of a world was replaced: each profile and wallet of an account that listens
/// which is gone, new or changed, by the same events as when a client deletes, creates or changes it.
enum Announcer {
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
    for account in listeners(Events.profileChannel) {
      records.profiles[account] = try ProfileSQL.all(connection, account: account)
    }
    for account in listeners(Events.walletChannel) {
      records.wallets[account] = try WalletSQL.all(connection, account: account)
    }
    return records
  }

  private static func announce(
    _ world: World, _ connection: Connection, _ seen: Records
  ) throws -> [ReplacementAnnouncer.Publication] {
    let now = try look(world, connection)
    var publications: [ReplacementAnnouncer.Publication] = []
    for change in changes(from: seen.profiles, to: now.profiles) {
      let announce = change.isGone ? Events.profileDeleted : Events.profileUpdated
      publications.append { announce(world, change.account, change.record) }
    }
    for change in changes(from: seen.wallets, to: now.wallets) {
      let announce = change.isGone ? Events.walletDeleted : Events.walletChanged
      publications.append { announce(world, change.account, change.record) }
    }
    return publications
  }

  private struct Change {
    let account: String
    let record: [UInt8]
    let isGone: Bool
  }

  /// For each account, the records that are gone and then those that are new or have changed. Accounts that only listen
  /// since the replacement have nothing to compare with.
  private static func changes(from before: [String: [[UInt8]]], to after: [String: [[UInt8]]]) -> [Change] {
    after.keys.sorted().flatMap { account -> [Change] in
      guard let old = before[account], let new = after[account], old != new else { return [] }
      let (known, left) = (Set(old), Set(new.compactMap(id)))
      let gone = old.filter { record in id(record).map { !left.contains($0) } ?? false }
      return gone.map { Change(account: account, record: $0, isGone: true) }
        + new.filter { !known.contains($0) }.map { Change(account: account, record: $0, isGone: false) }
    }
  }

  private static func id(_ record: [UInt8]) -> String? { (try? JSONParser.parse(record))?.object?["id"]?.string }
}
