import HTTPCore
import JSON
import Store
import World

/// The events of the documented channels (CONTRACT §6.5): each record that is new or has changed, and each that is gone.
enum Events {
  static let profileChannel = ChannelHub.Channel(api: Interspace.identifier, name: "profile_updates")
  static let walletChannel = ChannelHub.Channel(api: Interspace.identifier, name: "wallet_updates")

  /// The channel of what is said about a connection itself, as in the document of the sockets.
  static let connectionChannel = "channels"

  private static let profiles = "profiles"
  private static let wallets = "wallets"

  /// The records of Interspace as somebody may follow them.
  static let sources = [
    ChangeSource(
      api: Interspace.identifier, profiles, table: Schema.profile, owner: "account_id", json: RecordJSON.profile,
      parts: [TrackedTable.Part(Schema.social, "profile_id")], isCompared: true),
    ChangeSource(
      api: Interspace.identifier, wallets, table: Schema.wallet, owner: "account_id", json: RecordJSON.wallet,
      isCompared: true),
    ChangeSource(
      api: Interspace.identifier, "social-accounts", table: Schema.social, owner: owner(of: Schema.social),
      scope: "json_object('id', profile_id)", json: RecordJSON.social, isCompared: true),
    ChangeSource(
      api: Interspace.identifier, "apps", table: Schema.app, owner: owner(of: Schema.app),
      scope: "json_object('id', profile_id)", json: RecordJSON.app, isCompared: true),
  ]

  private static func owner(of table: String) -> String {
    "(SELECT account_id FROM \(Schema.profile) AS profile WHERE profile.id = \(table).profile_id)"
  }

  /// Passes changes of profiles and wallets on to those who listen to the account that they belong to.
  @Sendable static func relay(_ world: World) -> ChangeRelay {
    let hub = world.channels
    _ = hub.add(
      Interspace.identifier, channels: summaries, listened: {}, locate: locate,
      check: { _, _, _ in [] }, send: { world, event in try send(event, in: world) })
    return ChangeRelay(
      ChangeFilter(api: Interspace.identifier, resources: [profiles, wallets]),
      isHeard: { hub.isHeard(profileChannel) || hub.isHeard(walletChannel) },
      pass: { changes in
        // A listener of both channels hears of all profiles that a commit has changed before its wallets.
        for resource in [profiles, wallets] {
          for change in changes where change.resource == resource { publish(change, to: hub) }
        }
      })
  }

  private static func publish(_ change: Change, to hub: ChannelHub) {
    // A test's edit that leaves a record as it was is no news; a client's request is announced all the same.
    guard let account = change.owner, change.origin != .edit || change.before != change.after,
      let record = change.after ?? change.before,
      let data = (try? JSONParser.parse(record, limits: JSONLimits(maximumDepth: JSONLimits.greatestDepth)))?.object
    else { return }
    let isWallet = change.resource == wallets
    let type =
      switch (isWallet, change.kind == .deleted) {
      case (false, false): "profile_updated"
      case (false, true): "profile_deleted"
      case (true, false): "wallet_balance_changed"
      case (true, true): "wallet_deleted"
      }
    let channel = isWallet ? walletChannel : profileChannel
    let written = change.id.map { "\(change.resource ?? "")/\($0)" }
    hub.publish(
      ChannelHub.Message(
        channel: channel, name: type, payload: payload(type, data, of: channel, at: change.time), account: account,
        record: written, cause: .write(written)))
  }

  static func payload(
    _ type: String, _ record: JSONObject, of channel: ChannelHub.Channel, at time: Timestamp
  ) -> JSONValue {
    var data = record
    // A wallet has its id as `walletId` too.
    if channel == walletChannel { data["walletId"] = data["id"] }
    return [
      "channel": .string(channel.name), "data": .object(data), "timestamp": .string(time.iso8601),
      "type": .string(type),
    ]
  }
}
