import Foundation
import ServerTestSupport
import Testing

@Suite("The order of events")
struct ChannelOrderTests {
  @Test("is that of the changes, whoever made them")
  func commitOrder() throws {
    let client = try InterspaceClient()
    let (port, token) = (client.server.port, client.login.accessToken)
    let sockets = try (1...3).map { _ in
      try ChannelSocket(client.server, token: token, channels: ["profile_updates"])
    }
    let writes = 300
    _ = try concurrently(4) { writer in
      let connection = try RawClient(port: port)
      // Each writer leaves its own mark on the same profile, so that an event holds what all the writes before it did.
      let field = ["displayName", "bio", "avatar", "username"][writer]
      for number in 1...writes {
        let body = Array(#"{"\#(field)":"\#(writer)-\#(number)"}"#.utf8)
        let answer = try connection.send("PATCH", "/api/v1/profiles/profile_2", token: token, body: body)
        guard answer.status == 200 else { throw UnexpectedResponse(answer: answer) }
      }
    }
    var streams: [[[UInt8]]] = []
    for socket in sockets {
      let events = try (1...4 * writes).map { _ in try socket.receive() }
      #expect(try socket.isQuiet())
      streams.append(events.map(\.bytes))
      let profiles = try events.map { try $0.data(as: InterspaceModels.Profile.self) }
      for (before, after) in zip(profiles, profiles.dropFirst()) {
        let changes = zip(Self.marks(of: before), Self.marks(of: after)).map { $1 - $0 }
        #expect(changes.sorted() == [0, 0, 0, 1])
      }
      #expect(profiles.last == (try client.get("/profiles/profile_2")))
      #expect(Self.marks(of: try #require(profiles.last)) == [writes, writes, writes, writes])
    }
    #expect(streams.dropFirst().allSatisfy { $0 == streams[0] })
  }

  @Test("puts what was written before a reader's acknowledgement before what was written after it")
  func acknowledgement() throws {
    let client = try InterspaceClient()
    for number in 1...20 {
      let socket = try ChannelSocket(client.server, token: client.login.accessToken, channels: ["profile_updates"])
      let body = #"{"bio":"\#(number)"}"#
      #expect(try client.send("PATCH", "/profiles/profile_1", body: body).status == 200)
      #expect(try socket.receive().data(as: InterspaceModels.Profile.self).bio == "\(number)")
    }
  }

  /// How often each writer has written; a field that nobody wrote to yet counts as 0.
  private static func marks(of profile: InterspaceModels.Profile) -> [Int] {
    [profile.displayName, profile.bio, profile.avatar, profile.username].map { text in
      let parts = (text ?? "").split(separator: "-")
      return parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    }
  }
}
