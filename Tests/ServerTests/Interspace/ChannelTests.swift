import Foundation
import Testing

@Suite("A socket on /ws (CONTRACT §6.5)")
struct ChannelTests {
  private static let both = ["profile_updates", "wallet_updates"]

  @Test("acknowledges what it is subscribed to")
  func acknowledgements() throws {
    let server = try TestServer()
    let socket = try ChannelSocket(server)
    let steps: [(String, String, [String], [String])] = [
      ("subscribe", "subscribed", ["wallet_updates"], ["wallet_updates"]),
      ("subscribe", "subscribed", Self.both, Self.both),
      ("subscribe", "subscribed", Self.both, Self.both),
      ("unsubscribe", "unsubscribed", ["profile_updates"], ["wallet_updates"]),
      ("unsubscribe", "unsubscribed", ["profile_updates", "unknown"], ["wallet_updates"]),
      ("unsubscribe", "unsubscribed", ["wallet_updates"], []),
    ]
    for (type, answer, channels, left) in steps {
      let list = channels.map { "\"\($0)\"" }.joined(separator: ",")
      let message = try socket.ask(#"{"type":"\#(type)","channels":[\#(list)],"unknown":1}"#)
      #expect(message.type == answer)
      #expect(message.channels == left)
    }
  }

  @Test("subscribes to nothing when one of the channels is unknown")
  func allOrNothing() throws {
    let client = try InterspaceClient()
    let socket = try ChannelSocket(client.server)
    let refused = try socket.subscribe(["profile_updates", "others"])
    #expect(refused.type == "error")
    #expect(refused.text.contains("others"))
    _ = try client.createProfile("unheard")
    #expect(try socket.isQuiet())
  }

  @Test("answers a ping with the time of the world")
  func ping() throws {
    let server = try TestServer()
    try server.freeze(at: "2026-11-28T14:00:00Z")
    let message = try ChannelSocket(server).ask(#"{"type":"ping"}"#)
    #expect(message.type == "pong")
    #expect(message.timestamp == "2026-11-28T14:00:00Z")
  }

  /// The ways to say who one is.
  enum Identity: CaseIterable {
    case header
    case query
    case message

    func socket(_ server: TestServer, token: String) throws -> ChannelSocket {
      switch self {
      case .header: return try ChannelSocket(server, token: token)
      case .query: return try ChannelSocket(server, path: "/ws?token=\(token)")
      case .message:
        let socket = try ChannelSocket(server)
        let answer = try socket.ask(#"{"type":"auth","token":"\#(token)"}"#)
        guard answer.type == "authenticated", answer.object["account"] as? String == "account_2" else {
          throw RawClient.Failure(what: answer.text)
        }
        return socket
      }
    }
  }

  @Test("hears the changes of the account that its token names", arguments: Identity.allCases)
  func identity(way: Identity) throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let socket = try way.socket(client.server, token: stranger.login.accessToken)
    #expect(try socket.subscribe(Self.both).channels == Self.both)
    _ = try client.createProfile("unheard")
    let profile = try stranger.createProfile("heard")
    #expect(try socket.receive().data() == profile)
    #expect(try socket.isQuiet())
  }

  @Test("hears those of the seeded account without a token (CONTRACT C34)")
  func defaultAccount() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    for path in ["/ws", "/ws?token=", "/ws/", "/ws?other=1"] {
      let socket = try ChannelSocket(client.server, path: path)
      _ = try socket.subscribe(Self.both)
      _ = try stranger.send("PATCH", "/profiles/\(try stranger.profiles.first?.id ?? "none")", body: "{}")
      _ = try client.send("PATCH", "/profiles/profile_2", body: #"{"bio":"\#(path)"}"#)
      #expect(try socket.receive().data(as: Inter.Profile.self).bio == path)
      #expect(try socket.isQuiet())
    }
  }

  @Test("is told that a token is no good, and stays open", arguments: ["garbage", "a.b.c", "expired", "foreign"])
  func badToken(token: String) throws {
    let server = try TestServer()
    var bad = token
    if token == "foreign" { bad = try server.signIn() }
    if token == "expired" {
      bad = try InterspaceClient(server).login.accessToken
      server.advance(seconds: 901)
    }
    let sockets = [try ChannelSocket(server, token: bad), try ChannelSocket(server, path: "/ws?token=\(bad)")]
    for socket in sockets {
      #expect(try socket.receive().code == "UNAUTHORIZED")
      #expect(try socket.subscribe(["profile_updates"]).type == "subscribed")
    }
    let socket = try ChannelSocket(server)
    #expect(try socket.ask(#"{"type":"auth","token":"\#(bad)"}"#).code == "UNAUTHORIZED")
    #expect(try socket.isQuiet())
  }

  @Test("takes its subscriptions along when it signs in later")
  func laterToken() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let socket = try ChannelSocket(client.server, token: nil, channels: ["profile_updates"])
    #expect(try socket.ask(#"{"type":"auth","token":"bad"}"#).code == "UNAUTHORIZED")
    let first = try client.createProfile("first")
    #expect(try socket.receive().data() == first)
    let auth = #"{"type":"auth","token":"\#(stranger.login.accessToken)"}"#
    #expect(try socket.ask(auth).type == "authenticated")
    _ = try client.createProfile("unheard")
    let second = try stranger.createProfile("second")
    #expect(try socket.receive().data() == second)
    #expect(try socket.ask(#"{"type":"unsubscribe","channels":["profile_updates"]}"#).channels == [])
  }

  @Test("is an upgrade, and nothing to GET", arguments: ["/ws", "/ws/", "/interspace/ws"])
  func plainRequest(path: String) throws {
    let answer = try TestServer().send("GET", path)
    #expect(try answer.refusal == "426 VALIDATION_ERROR")
    #expect(answer.header("Upgrade") == "websocket")
  }

  @Test("is nowhere else", arguments: ["/ws/x", "/ws/nothing", "/wss", "/WS", "/api/v1/ws"])
  func elsewhere(path: String) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.write(RawWebSocket.request(path: path))
    #expect(try client.readResponse().status == 404)
  }
}
