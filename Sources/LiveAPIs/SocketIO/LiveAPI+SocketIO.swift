import HTTPCore
import JSON
import OpenAPI
import Synchronization
import World

/// The sessions of Socket.IO of an API by their ids.
final class SocketIOSessions: Sendable {
  private let sessions = Mutex<[String: SocketIOSession]>([:])
  /// The most clients that poll or have a socket.
  private static let capacity = 20_000

  /// A new session; nil when there are too many.
  func make(_ live: LiveAPI, _ call: Call) -> SocketIOSession? {
    let id = Base64URL.encode(call.world.random.bytes(15))
    let session = SocketIOSession(id, live, call) { [weak self] gone in
      self?.sessions.withLock { $0[gone.id] = nil }
    }
    return sessions.withLock { sessions in
      guard sessions.count < Self.capacity else { return nil }
      sessions[id] = session
      return session
    }
  }

  subscript(id: String) -> SocketIOSession? { sessions.withLock { $0[id] } }
}

// Socket.IO 4 (Engine.IO 4) at `/socket.io`.

extension LiveAPI {
  /// The paths of servers that speak Socket.IO, else those of WebSocket, which do where `--socket-io` names the API.
  private var socketIOPaths: [(path: String, isDocumented: Bool)] {
    let servers = model.channels.filter { $0.document.reverse == nil && $0.document.operation == nil }
      .flatMap(\.document.servers)
    let own = Set(servers.filter { $0.transport == ChannelDocument.Server.socketIO }.map(\.path))
    let others = Set(servers.filter { ["ws", "wss"].contains($0.transport) }.map(\.path)).subtracting(own)
    return own.sorted().map { ($0, true) } + others.sorted().map { ($0, false) }
  }

  /// The channels of a namespace: those of its name; all where the document names no namespaces.
  func places(inNamespace namespace: String) -> [ChannelClient.Place] {
    let own = model.channels.filter { $0.document.reverse == nil && $0.document.operation == nil }
    let named = own.compactMap { channel -> ChannelClient.Place? in
      let address = "/" + channel.document.address.split(separator: "/").joined(separator: "/")
      return Self.parameters(of: namespace, by: address).map { ChannelClient.Place(channel: channel, parameters: $0) }
    }
    guard named.isEmpty, namespace == "/" else { return named }
    return own.map { ChannelClient.Place(channel: $0, parameters: [:]) }
  }

  var socketIOEndpoints: [Endpoint] {
    socketIOPaths.flatMap { path, isDocumented in
      let template = path + "/socket.io"
      let name = "socket.io \(template)"
      return [
        Endpoint(socket: template, name, .open) { [self] call in
          try requireSocketIO(call, isDocumented)
          let query = try call.request.query()
          if let id = query["sid"] {
            guard let session = socketIO[id] else {
              throw Problem(.validation, "there is no session \(id.clipped(to: 60))")
            }
            return WebSocketUpgrade { SocketIOSocket(session, isUpgrade: true) }
          }
          guard let session = socketIO.make(self, call) else { throw Problem(.conflict, "there are too many sessions") }
          return WebSocketUpgrade { SocketIOSocket(session, isUpgrade: false) }
        }.responding { [self] call in
          guard !call.request.headers.contains(token: "websocket", in: "Upgrade") else { return nil }
          return polled(call, isDocumented)
        },
        Endpoint(.post, template, name, .open) { [self] call in
          try requireSocketIO(call, isDocumented)
          guard let session = (try call.request.query())["sid"].flatMap({ socketIO[$0] }) else {
            return Self.refusal(1, "Session ID unknown")
          }
          guard session.take(call.request.body) else { return Self.refusal(3, "Bad request") }
          return Response(
            status: 200, headers: ["Content-Type": "text/html"], content: .bytes(Array("ok".utf8)))
        },
      ]
    }
  }

  private func requireSocketIO(_ call: Call, _ isDocumented: Bool) throws(Problem) {
    guard isDocumented || call.world.options.socketIO.apis.contains(api.name) else {
      throw Problem(
        .notFound,
        "the document of \(api.name) does not say that it speaks Socket.IO; --socket-io \(api.name) has it do so")
    }
  }

  private func polled(_ call: Call, _ isDocumented: Bool) -> Response {
    do throws(Problem) {
      try requireSocketIO(call, isDocumented)
      let query = try call.request.query()
      guard query["EIO"] == "4" else { return Self.refusal(5, "Unsupported protocol version") }
      guard query["transport"] == "polling" else { return Self.refusal(0, "Transport unknown") }
      if let id = query["sid"] { return socketIO[id]?.poll() ?? Self.refusal(1, "Session ID unknown") }
      guard let session = socketIO.make(self, call) else { throw Problem(.conflict, "there are too many sessions") }
      return Response(
        status: 200, headers: ["Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store"],
        content: .bytes(Array(session.handshake(isSocket: false).utf8)))
    } catch {
      return api.render(error, RefusalContext(path: call.request.target.rawPath, now: call.world.clock.now))
    }
  }

  /// A refusal as Engine.IO has it.
  private static func refusal(_ code: Int, _ message: String) -> Response {
    .json(["code": .number(JSONNumber(code)), "message": .string(message)], status: 400)
  }
}
