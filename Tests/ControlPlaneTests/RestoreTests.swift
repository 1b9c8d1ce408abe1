import Foundation
import ServerTestSupport
import Testing

@Suite("Sockets after a world's content was replaced")
struct RestoreTests {
  /// How a test goes back to what was there before.
  enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case restore, reset, stateImport

    var testDescription: String { rawValue }

    func prepare(_ server: TestServer) throws -> String {
      _ = try server.send("PUT", "/_mock/snapshots/before")
      return try server.send("GET", "/_mock/state").text
    }

    func goBack(_ server: TestServer, _ state: String) throws -> Int {
      switch self {
      case .restore: try server.send("POST", "/_mock/snapshots/before/restore").status
      case .reset: try server.send("POST", "/_mock/reset").status
      case .stateImport: try server.send("PUT", "/_mock/state", body: state).status
      }
    }
  }

  @Test("hear of each profile and wallet that is another one now, and of no other", arguments: Way.allCases)
  func interspace(way: Way) throws {
    let client = try InterspaceClient { $0.walletInterval = 0 }
    let server = client.server
    let state = try way.prepare(server)
    let (profiles, wallets) = (try client.profiles, try client.wallets)
    _ = try client.send("PATCH", "/profiles/profile_2", body: #"{"bio":"changed"}"#)
    _ = try client.send("DELETE", "/wallets/\(wallets[1].id)")
    _ = try client.createProfile("fleeting")
    let socket = try ChannelSocket(server, token: nil, channels: ["profile_updates", "wallet_updates"])
    #expect(try way.goBack(server, state) / 100 == 2)
    let gone = try socket.receive()
    #expect(gone.type == "profile_deleted")
    #expect(try gone.data(as: InterspaceModels.Profile.self).username == "fleeting")
    let profile = try socket.receive()
    #expect(profile.type == "profile_updated")
    #expect(try profile.data() == profiles.first { $0.id == "profile_2" })
    let wallet = try socket.receive()
    #expect(wallet.type == "wallet_balance_changed")
    #expect(try wallet.data() == wallets[1])
    #expect(try socket.isQuiet())
    #expect(try way.goBack(server, state) / 100 == 2)
    #expect(try socket.isQuiet())
  }

  @Test("of another account hear nothing")
  func audience() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    _ = try client.server.send("PUT", "/_mock/snapshots/before")
    _ = try client.createProfile("p")
    let socket = try ChannelSocket(
      client.server, token: stranger.login.accessToken, channels: ["profile_updates", "wallet_updates"])
    #expect(try client.server.send("POST", "/_mock/snapshots/before/restore").status == 200)
    #expect(try socket.isQuiet())
  }

  @Test("hear the reading and the state that count again", arguments: Way.allCases)
  func greenhouses(way: Way) throws {
    let stage = try GreenhouseWorld()
    let server = stage.server
    if way != .reset { _ = try stage.readings(1) }
    let state = try way.prepare(server)
    let before = try stage.send("GET", "/api/v1/greenhouse/messages/latest", token: try stage.token).text
    _ = try stage.readings(2)
    let client = try STOMPClient(connectedTo: server)
    for topic in ["messages", "status"] { try client.subscribe(topic, "/topic/greenhouse/\(topic)") }
    #expect(try way.goBack(server, state) / 100 == 2)
    let reading = try client.receive()
    #expect(reading["subscription"] == "messages")
    // A reset returns to the machine's time, whose readings are others.
    if way != .reset { #expect(reading.body == before) }
    let latest = try stage.send("GET", "/api/v1/greenhouse/messages/latest", token: try stage.token)
    #expect(reading.body == latest.text)
    let status = try client.receive()
    #expect(status["subscription"] == "status")
    #expect(status.object["timestamp"] as? String == reading.object["timestamp"] as? String)
    guard way != .reset else { return }
    #expect(try way.goBack(server, state) / 100 == 2)
    #expect(try client.isQuiet())
  }

  @Test("hear of rows that are edited by hand")
  func edits() throws {
    let client = try InterspaceClient()
    let socket = try ChannelSocket(client.server, token: nil, channels: ["profile_updates"])
    let response = try client.server.send(
      "PATCH", "/_mock/data/interspace_profile", body: #"{"where":{"id":"profile_1"},"set":{"bio":"by hand"}}"#)
    #expect(response.json["changed"] as? Int == 1)
    let message = try socket.receive()
    #expect(try message.data() == client.get("/profiles/profile_1", as: InterspaceModels.Profile.self))
    #expect(message.text.contains("by hand"))
    let refused = try client.server.send(
      "PATCH", "/_mock/data/interspace_profile", body: #"{"set":{"username":"same"}}"#)
    #expect(refused.status == 409)
    #expect(try socket.isQuiet())
  }

  @Test("find a message of the greenhouses gone that was deleted before", arguments: [Way.restore, .stateImport])
  func deletedMessage(way: Way) throws {
    let stage = try GreenhouseWorld()
    let path = "/api/v1/greenhouse/messages/latest"
    let token = try stage.token
    #expect(try stage.send("GET", path, token: token).json["timestamp"] as? String == "2024-11-28T14:00:00Z")
    let deleted = try stage.send("DELETE", "/_mock/data/invernaderos_message", #"{"where":{"time":1732802400}}"#)
    #expect(deleted.json["deleted"] as? Int == 1, "\(deleted.text)")
    let last = try stage.send("GET", path, token: token).text
    #expect(last.contains("2024-11-28T13:59:55Z"))
    let state = try way.prepare(stage.server)
    #expect(try way.goBack(stage.server, state) / 100 == 2)
    #expect(try stage.send("GET", path, token: token).text == last)
  }
}
