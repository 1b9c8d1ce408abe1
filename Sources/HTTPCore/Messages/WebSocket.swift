/// One message of a WebSocket (RFC 6455 §5.6).
package enum WebSocketMessage: Sendable, Equatable {
  /// Valid UTF-8.
  case text([UInt8])
  case binary([UInt8])

  /// The payload's octets.
  package var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes
    }
  }
}

/// What happens to a socket.
package enum WebSocketEvent: Sendable {
  /// The handshake is done; the handle stays valid until `closed`.
  case opened(any WebSocketHandle)
  case message(WebSocketMessage)
  /// A message larger than the limit came and was thrown away.
  case oversized(limit: Int)
  /// The socket is gone, cleanly or not.
  case closed
}

/// What a session wants done, in order.
package enum WebSocketAction: Sendable, Equatable {
  case send(WebSocketMessage)
  /// Sends a close frame (RFC 6455 §7.4), then drops the connection.
  case close(code: UInt16, reason: String)
}

/// The application's half of one socket: events in, actions out. Called only by the socket's own loop, one
/// event at a time.
package protocol WebSocketSession: AnyObject {
  /// Takes one event and says what to do.
  func receive(_ event: WebSocketEvent) -> [WebSocketAction]
}

/// A socket seen from elsewhere: other threads push through it.
package protocol WebSocketHandle: Sendable {
  /// Queues a message. When the reader is so slow that the queue is full, the socket is closed with 1013.
  func send(_ message: WebSocketMessage)

  /// Sends what is queued, then a close frame.
  func close(code: UInt16, reason: String)
}

/// A request to switch protocols, granted.
package struct WebSocketUpgrade: Sendable {
  /// The subprotocol to echo (RFC 6455 §4.2.2), one the client offered, or nil for none.
  package let subprotocol: String?
  /// Headers of the 101 answer besides those of the handshake.
  package var headers: HeaderFields
  /// Makes the session; called on the socket's loop.
  package let makeSession: @Sendable () -> any WebSocketSession

  /// A granted upgrade.
  package init(
    subprotocol: String? = nil, headers: HeaderFields = [:],
    makeSession: @escaping @Sendable () -> any WebSocketSession
  ) {
    self.subprotocol = subprotocol
    self.headers = headers
    self.makeSession = makeSession
  }
}
