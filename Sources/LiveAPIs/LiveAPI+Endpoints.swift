import HTTPCore
import World

extension LiveAPI {
  package var endpoints: [Endpoint] {
    var templates: [String] = []
    for path in model.channels.flatMap(\.paths) where !templates.contains(path.template) {
      templates.append(path.template)
    }
    return templates.map(endpoint) + socketIOEndpoints
  }

  package var streamedPaths: Set<String> {
    Set(model.channels.filter(\.document.isOnlyStream).flatMap(\.paths).map(\.template))
  }

  /// The endpoint of a path: WebSocket for clients that ask for it, Server-Sent Events for others.
  private func endpoint(_ template: String) -> Endpoint {
    let paths = model.channels.flatMap(\.paths).filter { $0.template == template }
    let transports = paths.reduce(into: Set<String>()) { $0.formUnion($1.transports) }
    let subprotocols = paths.flatMap(\.subprotocols)
    let hasSockets = !transports.isDisjoint(with: ["ws", "wss"])
    return Endpoint(socket: template, "channel \(template)", .open) { [self] call in
      let client = try ChannelClient(call, self, at: template)
      let offered = WebSocketHandshake.subprotocol(call.request, among: subprotocols)
      let subscriptions = ChannelSubscriptions()
      subscriptions.listen(client)
      return WebSocketUpgrade(subprotocol: offered ?? Self.anySubprotocol(call.request, subprotocols)) {
        ChannelSession(ClientDialog(client, subscriptions), in: client.world)
      }
    }.responding { [self] call in
      let headers = call.request.headers
      let asksForSocket = headers.contains(token: "websocket", in: "Upgrade")
      let asksForEvents = headers["Accept"]?.contains("text/event-stream") == true
      guard !asksForSocket, asksForEvents || !hasSockets else { return nil }
      do throws(Problem) {
        return ChannelStream.response(try ChannelClient(call, self, at: template), call.request)
      } catch {
        return api.render(error, RefusalContext(path: call.request.target.rawPath, now: call.world.clock.now))
      }
    }
  }

  /// Where the document names no subprotocol, the client's first one is agreed to: some clients fail without.
  private static func anySubprotocol(_ request: Request, _ known: [String]) -> String? {
    guard known.isEmpty else { return nil }
    return request.headers["Sec-WebSocket-Protocol"]?.split(separator: ",").first.map { String($0).trimmingBlanks() }
  }
}
