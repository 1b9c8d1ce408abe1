import HTTPCore
import JSON
import World

/// What SockJS clients look for: information about the server, and its WebSocket transport, with and without
/// SockJS's own framing (SockJS protocol 0.3.4).
enum SockJSEndpoints {
  static func all(_ path: String, _ service: STOMPService) -> [Endpoint] {
    [
      Endpoint(.get, "\(path)/info", "sockJSInfo", .open) { information($0) },
      Endpoint(socket: "\(path)/websocket", "sockJSRawWebSocket", .open) { STOMPEndpoints.upgrade($0, service) },
      Endpoint(socket: "\(path)/{server}/{session}/websocket", "sockJSWebSocket", .open) { call in
        let parameters = STOMPConnection.Parameters(call, service)
        return WebSocketUpgrade { SockJSConnection(world: parameters.world, inner: STOMPConnection(parameters)) }
      },
    ]
  }

  /// Says that WebSocket is to be had and cookies are not needed. The entropy seeds the client's session names.
  private static func information(_ call: Call) -> Response {
    let entropy = call.world.random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
    var response = Response.json([
      "websocket": true, "origins": ["*:*"], "cookie_needed": false, "entropy": .number(JSONNumber(entropy)),
    ])
    response.headers["Cache-Control"] = "no-store, no-cache, no-transform, must-revalidate, max-age=0"
    return response
  }
}
