import Foundation
import ServerTestSupport
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
    for (type, response, channels, left) in steps {
      let list = channels.map { "\"\($0)\"" }.joined(separator: ",")
      let message = try socket.ask(#"{"type":"\#(type)","channels":[\#(list)],"unknown":1}"#)
      #expect(message.type == response)
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
        let response = try socket.ask(#"{"type":"auth","token":"\#(token)"}"#)
        guard response.type == "authenticated", response.object["account"] as? String == "account_2" else {
          throw RawClient.Failure(what: response.text)
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
      #expect(try socket.receive().data(as: InterspaceModels.Profile.self).bio == path)
      #expect(try socket.isQuiet())
    }
  }

  @Test("is told that a token is no good, and closed", arguments: ["garbage", "a.b.c", "expired", "foreign"])
  func badToken(token: String) throws {
    let server = try TestServer()
    var bad = token
    if token == "foreign" { bad = try server.signIn() }
    if token == "expired" {
      bad = try InterspaceClient(server).login.accessToken
      server.advance(seconds: 901)
    }
    let later = try ChannelSocket(server, token: nil, channels: Self.both)
    try later.send(#"{"type":"auth","token":"\#(bad)"}"#)
    let sockets = [
      try ChannelSocket(server, token: bad), try ChannelSocket(server, path: "/ws?token=\(bad)"), later,
    ]
    for socket in sockets {
      #expect(try socket.receive().code == "UNAUTHORIZED")
      // Not even what it asked for meanwhile makes it the seeded account's socket.
      try? socket.send(#"{"type":"subscribe","channels":["profile_updates"]}"#)
      let end = try socket.receiveUntilClosed()
      #expect(end.code == 4401)
      #expect(end.frames.filter { $0.opcode == 1 }.isEmpty)
    }
  }

  /// What ends a token before its socket is closed.
  enum Ending: CaseIterable {
    case signOut
    case signOutByRefreshToken
    case reuse
    case expiry
    case invalidation
    case reset

    func happen(_ client: InterspaceClient) throws {
      let refresh = #"{"refreshToken":"\#(client.login.refreshToken)"}"#
      switch self {
      case .signOut: _ = try client.send("POST", "/auth/logout")
      case .signOutByRefreshToken: _ = try client.server.interspace("POST", "/auth/logout", body: refresh)
      case .reuse:
        let next = try client.server.interspace("POST", "/auth/refresh", body: refresh)
        let successor = try next.decoded(as: InterspaceModels.RefreshResponse.self).refreshToken
        _ = try client.server.interspace("POST", "/auth/refresh", body: #"{"refreshToken":"\#(successor)"}"#)
        _ = try client.server.interspace("POST", "/auth/refresh", body: refresh)
      case .expiry: client.server.advance(seconds: 901)
      case .invalidation: _ = try client.server.send("POST", "/_mock/tokens/invalidate", body: "{}")
      case .reset:
        // Keys that are made again are the first ones again: what was signed with others ends.
        _ = try client.server.send("POST", "/_mock/reset")
      }
    }
  }

  @Test("ends, told, when its token does, and no other socket with it", arguments: Ending.allCases)
  func ending(ending: Ending) throws {
    let client = try InterspaceClient()
    if ending == .reset { _ = try client.server.send("POST", "/_mock/tokens/invalidate", body: "{}") }
    let owner = try InterspaceClient(client.server)
    let shown = try ChannelSocket(client.server, token: owner.login.accessToken, channels: ["profile_updates"])
    let later = try ChannelSocket(client.server)
    #expect(try later.ask(#"{"type":"auth","token":"\#(owner.login.accessToken)"}"#).type == "authenticated")
    let anonymous = try ChannelSocket(client.server, token: nil, channels: ["profile_updates"])
    try ending.happen(owner)
    for socket in [shown, later] {
      #expect(try socket.receive().code == "UNAUTHORIZED")
      #expect(try socket.receiveUntilClosed().code == 4401)
    }
    #expect(try anonymous.isQuiet())
  }

  @Test("is not ended by another session's sign-out, nor by a token that it shows no more")
  func otherSession() throws {
    let client = try InterspaceClient()
    let other = try InterspaceClient(client.server)
    let socket = try ChannelSocket(client.server, token: other.login.accessToken, channels: Self.both)
    let renewed = #"{"type":"auth","token":"\#(client.login.accessToken)"}"#
    #expect(try socket.ask(renewed).type == "authenticated")
    #expect(try other.send("POST", "/auth/logout").status == 204)
    #expect(try socket.isQuiet())
    let profile = try client.createProfile("heard")
    #expect(try socket.receive().data() == profile)
  }

  @Test("takes its subscriptions along when it signs in later")
  func laterToken() throws {
    let client = try InterspaceClient()
    let stranger = try InterspaceClient(client.server, google: "stranger")
    let socket = try ChannelSocket(client.server, token: nil, channels: ["profile_updates"])
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
    let response = try TestServer().send("GET", path)
    #expect(try response.refusal == "426 VALIDATION_ERROR")
    #expect(response.header("Upgrade") == "websocket")
  }

  @Test("is nowhere else", arguments: ["/ws/x", "/ws/nothing", "/wss", "/WS", "/api/v1/ws"])
  func elsewhere(path: String) throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.write(RawWebSocket.request(path: path))
    #expect(try client.readResponse().status == 404)
  }
}
