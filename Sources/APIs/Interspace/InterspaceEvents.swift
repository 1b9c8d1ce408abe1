import HTTPCore
import World

/// The events of the documented channels (CONTRACT §6.5).
enum InterspaceEvents {
  static let profileChannel = "profile_updates"
  static let walletChannel = "wallet_updates"

  /// Announces a profile; nil announces nothing.
  static func profileUpdated(_ world: World, account: String, _ profile: [UInt8]?) {
    guard let profile else { return }
    world.events.publish(
      ChangeEvent(
        api: Interspace.identifier, account: account, channel: profileChannel, type: "profile_updated",
        data: profile, time: world.clock.now))
  }

  /// Announces a wallet, with its id as `walletId` too; nil announces nothing.
  static func walletChanged(_ world: World, account: String, _ wallet: [UInt8]?) {
    guard let wallet, var data = (try? JSONParser.parse(wallet))?.object else { return }
    data["walletId"] = data["id"]
    world.events.publish(
      ChangeEvent(
        api: Interspace.identifier, account: account, channel: walletChannel, type: "wallet_balance_changed",
        data: JSONWriter.serialize(.object(data)), time: world.clock.now))
  }
}
