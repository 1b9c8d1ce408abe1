import Foundation
import ServerTestSupport
import Testing

@Suite("Events of Interspace")
struct ChannelEventTests {
  /// A wallet as it is announced.
  private struct AnnouncedWallet: Decodable {
    let walletId: String
    let balance: [String: String]
  }

  struct Trigger: Sendable, CustomTestStringConvertible {
    let call: String
    let body: String?
    /// The profiles that are announced as they are then, in this order.
    var profiles: [String] = []
    /// The profile that is announced before them as gone.
    var deleted: String?

    var testDescription: String { call }
  }

  static let triggers = [
    Trigger(call: "POST /profiles", body: InterspaceBody.profile("p"), profiles: ["profile_4"]),
    Trigger(call: "PATCH /profiles/profile_2", body: #"{"bio":"new"}"#, profiles: ["profile_2"]),
    Trigger(call: "PATCH /profiles/profile_3", body: #"{"isDefault":true}"#, profiles: ["profile_1", "profile_3"]),
    Trigger(call: "PATCH /profiles/profile_1", body: #"{"isDefault":true}"#, profiles: ["profile_1"]),
    Trigger(call: "POST /profiles/profile_2/social-accounts", body: InterspaceBody.social, profiles: ["profile_2"]),
    Trigger(call: "DELETE /profiles/profile_2/social-accounts/social_2", body: nil, profiles: ["profile_2"]),
    Trigger(call: "DELETE /profiles/profile_1", body: nil, profiles: ["profile_2"], deleted: "profile_1"),
    Trigger(call: "DELETE /profiles/profile_2", body: nil, deleted: "profile_2"),
    Trigger(call: "POST /profiles", body: InterspaceBody.profile("johndoe")),
    Trigger(call: "PATCH /profiles/profile_2", body: #"{"username":"johndoe"}"#),
    Trigger(call: "PATCH /profiles/profile_9", body: "{}"), Trigger(call: "DELETE /profiles/profile_9", body: nil),
    Trigger(call: "POST /profiles/profile_9/social-accounts", body: InterspaceBody.social),
    Trigger(call: "DELETE /profiles/profile_1/social-accounts/none", body: nil),
    Trigger(call: "GET /profiles/profile_1", body: nil),
  ]

  @Test("announce each profile as it is after each change, and those that are gone", arguments: triggers)
  func profiles(trigger: Trigger) throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    let before = try client.profiles
    let socket = try ChannelSocket(server, token: client.login.accessToken, channels: ["profile_updates"])
    let call = trigger.call.split(separator: " ").map(String.init)
    _ = try client.send(call[0], call[1], body: trigger.body)
    if let id = trigger.deleted {
      let message = try socket.receive()
      #expect((message.type, message.channel) == ("profile_deleted", "profile_updates"))
      #expect(try message.data() == before.first { $0.id == id })
    }
    for id in trigger.profiles {
      let message = try socket.receive()
      #expect(message.type == "profile_updated")
      #expect(message.channel == "profile_updates")
      #expect(message.timestamp == "2026-11-28T14:00:00Z")
      #expect(Set(message.object.keys) == ["type", "channel", "timestamp", "data"])
      #expect(try message.data() == client.get("/profiles/\(id)", as: InterspaceModels.Profile.self))
    }
    #expect(try socket.isQuiet())
  }

  @Test("announce a wallet that is gone, and the one that becomes primary in its place")
  func deletedWallets() throws {
    let client = try InterspaceClient()
    let (primary, other) = (try client.connectWallet("first"), try client.connectWallet("second"))
    let before = try client.wallets
    let socket = try ChannelSocket(client.server, token: client.login.accessToken, channels: ["wallet_updates"])
    for id in before.map(\.id) where id != other.id && id != primary.id {
      let wasPrimary = try client.wallets.first { $0.id == id }?.isPrimary
      _ = try client.send("DELETE", "/wallets/\(id)")
      #expect(try socket.receive().type == "wallet_deleted")
      let next = try client.wallets.first
      if wasPrimary == true {
        let message = try socket.receive()
        #expect(message.type == "wallet_balance_changed")
        #expect(try message.data() == next)
        #expect(next?.isPrimary == true)
      }
    }
    _ = try client.send("DELETE", "/wallets/\(other.id)")
    let message = try socket.receive()
    #expect((message.type, message.channel) == ("wallet_deleted", "wallet_updates"))
    #expect(try message.data(as: AnnouncedWallet.self).walletId == other.id)
    _ = try client.send("DELETE", "/wallets/none")
    #expect(try socket.isQuiet())
  }

  @Test("announce what a reset takes away, to subscribers of both channels")
  func reset() throws {
    let client = try InterspaceClient()
    let (profile, wallet) = (try client.createProfile("new"), try client.connectWallet("new"))
    let socket = try ChannelSocket(client.server, token: nil, channels: ["profile_updates", "wallet_updates"])
    #expect(try client.server.send("POST", "/_mock/reset").status < 300)
    let first = try socket.receive()
    #expect(first.type == "profile_deleted")
    #expect(try first.data() == profile)
    let second = try socket.receive()
    #expect(second.type == "wallet_deleted")
    #expect(try second.data() == wallet)
    #expect(try socket.isQuiet())
  }

  @Test("announce a wallet when it is connected, once")
  func wallet() throws {
    let client = try InterspaceClient()
    let socket = try ChannelSocket(client.server, token: client.login.accessToken, channels: ["wallet_updates"])
    let wallet = try client.connectWallet("0x...")
    let message = try socket.receive()
    #expect(message.type == "wallet_balance_changed")
    #expect(message.channel == "wallet_updates")
    #expect(try message.data() == wallet)
    #expect(try message.data(as: AnnouncedWallet.self).walletId == wallet.id)
    #expect(try client.connectWallet("0x...") == wallet)
    #expect(try socket.isQuiet())
  }

  @Test("come only to the sockets of that account and channel")
  func audience() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let (own, other) = (client.login.accessToken, stranger.login.accessToken)
    let profileSockets = try (1...3).map { _ in
      try ChannelSocket(client.server, token: own, channels: ["profile_updates"])
    }
    let walletSocket = try ChannelSocket(client.server, token: own, channels: ["wallet_updates"])
    let strangers = try ChannelSocket(client.server, token: other, channels: ["profile_updates", "wallet_updates"])
    let idle = try ChannelSocket(client.server, token: own)
    let profile = try client.createProfile("p")
    let wallet = try client.connectWallet("w")
    for socket in profileSockets {
      #expect(try socket.receive().data() == profile)
      #expect(try socket.isQuiet())
    }
    #expect(try walletSocket.receive().data() == wallet)
    for socket in [walletSocket, strangers, idle] { #expect(try socket.isQuiet()) }
  }

  @Test("stop when the socket unsubscribes or closes")
  func ending() throws {
    let client = try InterspaceClient()
    let token = client.login.accessToken
    let socket = try ChannelSocket(client.server, token: token, channels: ["profile_updates", "wallet_updates"])
    #expect(try socket.ask(#"{"type":"unsubscribe","channels":["profile_updates"]}"#).channels == ["wallet_updates"])
    _ = try client.createProfile("unheard")
    #expect(try socket.isQuiet())
    #expect(try client.connectWallet("w") == (try socket.receive().data()))
    let events = client.server.server.world.channels
    #expect(events.listeningAccounts(api: "interspace", channel: "wallet_updates") == ["account_1"])
    try socket.close()
    let deadline = Date(timeIntervalSinceNow: 5)
    while !events.listeningAccounts(api: "interspace", channel: "wallet_updates").isEmpty, Date.now < deadline {
      usleep(1000)
    }
    #expect(events.listeningAccounts(api: "interspace", channel: "wallet_updates").isEmpty)
    _ = try client.connectWallet("w2")
  }

  @Test("tell of a wallet's balance every ten seconds of the world, once an account, in order")
  func simulation() throws {
    let server = try TestServer()
    // In the past, so that setting the clock lets no time pass.
    try server.freeze(at: "2024-11-28T14:00:00Z")
    let client = try InterspaceClient(server)
    let stranger = try InterspaceClient(server, google: "stranger")
    let strangersWallet = try stranger.connectWallet("s")
    let others = try client.wallets.dropFirst()
    let own = try ChannelSocket(server, token: client.login.accessToken, channels: ["wallet_updates"])
    let second = try ChannelSocket(server, token: client.login.accessToken, channels: ["wallet_updates"])
    let strangers = try ChannelSocket(server, token: stranger.login.accessToken, channels: ["wallet_updates"])
    var balance = 1.5
    for step in 1...5 {
      server.advance(seconds: 10)
      let message = try own.receive()
      #expect(message.type == "wallet_balance_changed")
      #expect(message.timestamp == "2024-11-28T14:00:\(step)0Z")
      #expect(try message.data() == client.wallets[0])
      let moved = try #require(try message.data(as: AnnouncedWallet.self).balance["ETH"].flatMap(Double.init))
      #expect(abs(moved - balance) < 0.0501)
      balance = moved
      #expect(try second.receive().bytes == message.bytes)
      let other = try strangers.receive()
      #expect(other.timestamp == message.timestamp)
      #expect(try other.data(as: AnnouncedWallet.self).walletId == strangersWallet.id)
    }
    server.advance(seconds: 30)
    for socket in [own, second, strangers] {
      for _ in 1...3 { #expect(try socket.receive().timestamp == "2024-11-28T14:01:20Z") }
      #expect(try socket.isQuiet())
    }
    #expect(balance != 1.5)
    #expect(try client.wallets.dropFirst() == others)
  }
}
