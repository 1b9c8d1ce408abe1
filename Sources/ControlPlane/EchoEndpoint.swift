import HTTPCore
import World

/// A WebSocket that sends back what it gets, for trying out a client's socket code and for conformance suites.
package enum EchoEndpoint {
  /// The endpoint at `/_mock/echo`.
  package static let all = [
    Endpoint(socket: "/_mock/echo", "echo", .open) { _ in
      WebSocketUpgrade { EchoSession() }
    }
  ]
}

/// Sends each message back as it came, text as text and binary as binary.
private final class EchoSession: WebSocketSession {
  func receive(_ event: WebSocketEvent) -> [WebSocketAction] {
    switch event {
    case .message(let message): [.send(message)]
    case .oversized(let limit): [.close(code: 1009, reason: "a message may have \(limit) bytes")]
    case .opened, .dropped, .caughtUp, .closed: []
    }
  }
}
