import HTTPCore
import JSON
import Store
import World

// The channels as tests see them, and messages that tests send.

extension Events {
  /// A channel whose messages changes trigger.
  private struct Triggered {
    let channel: ChannelHub.Channel
    let messages: [(name: String, when: String)]
  }

  private static let triggers = [
    Triggered(
      channel: profileChannel,
      messages: [
        ("profile_updated", "when one of the profiles is created or updated"),
        ("profile_deleted", "when one of the profiles is deleted"),
      ]),
    Triggered(
      channel: walletChannel,
      messages: [
        ("wallet_balance_changed", "when one of the wallets is created or updated, and by the clock"),
        ("wallet_deleted", "when one of the wallets is deleted"),
      ]),
  ]

  private static let replies = ["subscribed", "unsubscribed", "pong", "authenticated", "error"]
  private static let requests = [
    ("subscribe", "subscribes"), ("unsubscribe", "ends a subscription"), ("ping", "asks whether the server is there"),
    ("auth", "signs in"),
  ]

  static let summaries: [ChannelSummary] =
    [
      ChannelSummary(
        name: connectionChannel, address: "/ws",
        messages: requests.map {
          ChannelSummary.Message(name: $0.0, isOfServer: false, isOfClient: true, effect: $0.1)
        }
          + replies.map {
            ChannelSummary.Message(
              name: $0, isOfServer: true, isOfClient: false, isError: $0 == "error", trigger: "in response")
          })
    ]
    + triggers.map { channel in
      ChannelSummary(
        name: channel.channel.name, address: "/ws",
        messages: channel.messages.map {
          ChannelSummary.Message(name: $0.name, isOfServer: true, isOfClient: false, trigger: $0.when)
        })
    }

  /// The channel of a name or address.
  ///
  /// - Throws: ``Problem`` of kind `notFound`.
  static let locate: ChannelHub.Locator = { name throws(Problem) in
    if name == "/ws" { return (connectionChannel, [:]) }
    guard let found = summaries.first(where: { $0.name == name }) else {
      throw Problem(
        .notFound,
        "\(Interspace.identifier) has no channel \"\(name.clipped(to: 60))\"; it has "
          + summaries.map(\.name).joined(separator: ", "), field: "channel", value: name)
    }
    return (found.name, [:])
  }

  /// Sends a test's message to all who listen to a channel; without a payload, it is about the newest record.
  ///
  /// - Throws: ``Problem`` of kind `notFound` for an unknown message, `conflict` where several may be meant, `validation`
  ///   without a payload where there is no record.
  static func send(_ event: ChannelEvent, in world: World) throws -> ChannelDelivery {
    let name = try locate(event.channel).name
    guard let channel = [profileChannel, walletChannel].first(where: { $0.name == name }) else {
      throw Problem(
        .conflict, "\(name) has only responses; push to \(profileChannel.name) or \(walletChannel.name)",
        field: "channel", value: event.channel)
    }
    let own = triggers.first { $0.channel == channel }?.messages.map(\.name) ?? []
    guard let message = event.message, own.contains(message) else {
      let known = own.joined(separator: ", ")
      throw Problem(
        event.message == nil ? .conflict : .notFound,
        event.message.map { "\(name) has no message \"\($0.clipped(to: 60))\" of the server; it has \(known)" }
          ?? "\(name) has several messages; name one as \"message\": \(known)", field: "message",
        value: event.message)
    }
    guard let payload = try event.payload ?? newest(of: channel, message, in: world) else {
      throw Problem(.validation, "there is no record that \(message) may be about; send a payload", field: "payload")
    }
    let listeners = world.channels.publish(
      ChannelHub.Message(channel: channel, name: message, payload: payload, cause: .test))
    return ChannelDelivery(
      channel: name, message: message, payload: payload, listeners: listeners ?? 0, violations: [],
      isHeld: listeners == nil)
  }

  private static func newest(of channel: ChannelHub.Channel, _ message: String, in world: World) throws -> JSONValue? {
    let (table, json) =
      channel == walletChannel ? (Schema.wallet, RecordJSON.wallet) : (Schema.profile, RecordJSON.profile)
    let text = try world.store.read { connection in
      try connection.value("SELECT \(json) FROM \(table) ORDER BY number DESC LIMIT 1")?.text
    }
    guard let record = try text.map({ try JSONParser.parse(Array($0.utf8)) })?.object else { return nil }
    return payload(message, record, of: channel, at: world.clock.now)
  }
}
