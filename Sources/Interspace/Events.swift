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
