import Foundation
import ServerTestSupport
import Testing

@Suite("A slow reader")
struct SlowReaderTests {
  @Test("holds up nobody, and is let go at last", .timeLimit(.minutes(2)))
  func slowReader() throws {
    let client = try InterspaceClient()
    let token = client.login.accessToken
    let slow = try ChannelSocket(client.server, token: token, channels: ["profile_updates"])
    let others = try (1...50).map { _ in
      try ChannelSocket(client.server, token: token, channels: ["profile_updates"])
    }
    // Each event has more than half a megabyte, so that what the system and the server keep for the slow one is
    // full after some of them.
    let avatar = String(repeating: "a", count: 600_000)
    for number in 1...24 {
      let body = #"{"bio":"\#(number)","avatar":"\#(avatar)"}"#
      #expect(try client.send("PATCH", "/profiles/profile_1", body: body).status == 200)
      for socket in others {
        let message = try socket.receive()
        #expect((message.object["data"] as? [String: Any])?["bio"] as? String == "\(number)")
      }
    }
    for socket in others { #expect(try socket.isQuiet()) }
    let events = client.server.server.world.channels
    let (frames, code) = try slow.receiveUntilClosed()
    #expect(frames.count < 24)
    #expect(code == 1013 || code == nil)
    #expect(events.listeningAccounts(api: "interspace", channel: "profile_updates") == ["account_1"])
    let body = #"{"bio":"last","avatar":null}"#
    #expect(try client.send("PATCH", "/profiles/profile_1", body: body).status == 200)
    for socket in others { #expect(try socket.receive().data(as: InterspaceModels.Profile.self).bio == "last") }
  }
}
