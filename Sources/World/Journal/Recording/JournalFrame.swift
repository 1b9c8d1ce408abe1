import HTTPCore

/// One message of a WebSocket, as the journal keeps it.
package struct JournalFrame: Sendable {
  /// Which way it went.
  package enum Direction: String, Sendable, CaseIterable {
    /// From the client.
    case received
    /// To the client.
    case sent
  }

  /// The socket's id, as the list of sockets has it.
  package let socket: String
  package let api: String
  /// The path of the handshake, as the client sent it, without the query.
  package let path: String
  package let direction: Direction
  /// What was sent, or would have been but for the fault. The journal cuts it when it is long.
  package private(set) var message: WebSocketMessage
  /// The bytes of the whole payload, also when it was cut.
  package let payloadBytes: Int
  package let account: String?
  package let fault: AppliedFault?

  /// A frame from its parts.
  package init(
    socket: String, api: String, path: String, direction: Direction, message: WebSocketMessage,
    account: String? = nil, fault: AppliedFault? = nil
  ) {
    self.socket = socket
    self.api = api
    self.path = path
    self.direction = direction
    self.message = message
    self.account = account
    self.fault = fault
    payloadBytes = message.bytes.count
  }

  /// Whether the payload was cut.
  package var isTruncated: Bool { message.bytes.count < payloadBytes }

  /// Whether it is a text message.
  package var isText: Bool {
    if case .text = message { true } else { false }
  }

  /// The frame with at most so many bytes of its payload.
  func cut(to limit: Int) -> JournalFrame {
    guard payloadBytes > limit else { return self }
    var copy = self
    let prefix = Array(message.bytes.prefix(limit))
    copy.message = isText ? .text(prefix) : .binary(prefix)
    return copy
  }
}

/// A fault that was applied to a request or frame.
package struct AppliedFault: Sendable, Equatable {
  package let id: String
  /// The fault's type, such as `delay`.
  package let type: String

  /// A fault by its id and type.
  package init(id: String, type: String) {
    self.id = id
    self.type = type
  }
}
