import HTTPCore
import JSON
import Store
import World

/// The events of the documented channels (CONTRACT §6.5): each record that is new or has changed, and each that is gone.
enum Events {
  static let profileChannel = "profile_updates"
  static let walletChannel = "wallet_updates"

  /// Announces a profile; nil announces nothing.
  static func profileUpdated(_ world: World, account: String, _ profile: [UInt8]?) {
    publish(world, account, profileChannel, "profile_updated", profile)
  }

  /// Announces that a profile is gone, as it was last; nil announces nothing.
  static func profileDeleted(_ world: World, account: String, _ profile: [UInt8]?) {
    publish(world, account, profileChannel, "profile_deleted", profile)
  }

  /// Announces a wallet, with its id as `walletId` too; nil announces nothing.
  static func walletChanged(_ world: World, account: String, _ wallet: [UInt8]?) {
    publish(world, account, walletChannel, "wallet_balance_changed", wallet.flatMap(named))
  }

  /// Announces that a wallet is gone, as it was last, with its id as `walletId` too; nil announces nothing.
  static func walletDeleted(_ world: World, account: String, _ wallet: [UInt8]?) {
    publish(world, account, walletChannel, "wallet_deleted", wallet.flatMap(named))
  }

  private static func named(_ wallet: [UInt8]) -> [UInt8]? {
    guard var data = (try? JSONParser.parse(wallet))?.object else { return nil }
    data["walletId"] = data["id"]
    return JSONWriter.serialize(.object(data))
  }

  private static func publish(_ world: World, _ account: String, _ channel: String, _ type: String, _ data: [UInt8]?) {
    guard let data else { return }
    world.events.publish(
      ChangeEvent(
        api: Interspace.identifier, account: account, channel: channel, type: type, data: data, time: world.clock.now))
  }
}

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
