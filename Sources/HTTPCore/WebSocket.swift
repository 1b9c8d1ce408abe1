import Cryptography

/// One message of a WebSocket (RFC 6455 §5.6).
package enum WebSocketMessage: Sendable, Equatable {
  /// Valid UTF-8.
  case text([UInt8])
  case binary([UInt8])

  /// The payload's bytes.
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
  /// A message exceeded the limit and was discarded.
  case oversized(limit: Int)
  /// Droppable messages were dropped because the reader was too slow; their number since the last such event.
  case dropped(messages: Int)
  /// The queue is nearly empty again, after ``WebSocketHandle/isCongested`` was true.
  case caughtUp
  /// The socket is closed, cleanly or not.
  case closed
}

/// An action that a session requests, in order.
package enum WebSocketAction: Sendable, Equatable {
  case send(WebSocketMessage)
  /// Sends a close frame (RFC 6455 §7.4), then drops the connection.
  case close(code: UInt16, reason: String)
}

/// The application side of one socket: events in, actions out. Called only by the socket's own loop, one event at a
/// time.
package protocol WebSocketSession: AnyObject {
  /// Handles one event and returns actions.
  func receive(_ event: WebSocketEvent) -> [WebSocketAction]

  /// The status that lists of open sockets show; nil for none. Called between two events.
  var status: SessionStatus? { get }
}

extension WebSocketSession {
  package var status: SessionStatus? { nil }
}

/// The state of a session that lists of open sockets show.
package struct SessionStatus: Sendable, Equatable {
  /// Something that the client subscribed to.
  package struct Subscription: Sendable, Equatable {
    /// The client's id of it; that of the destination if the protocol has no ids.
    package let id: String
    package let destination: String
    /// How the client acknowledges, such as `auto`; nil if the protocol has no acknowledgements.
    package let acknowledgement: String?
    /// The number of unacknowledged messages.
    package let unacknowledged: Int

    /// Creates a subscription.
    package init(id: String, destination: String, acknowledgement: String? = nil, unacknowledged: Int = 0) {
      (self.id, self.destination) = (id, destination)
      (self.acknowledgement, self.unacknowledged) = (acknowledgement, unacknowledged)
    }
  }

  /// Such as `stomp`.
  package var protocolName: String
  /// The agreed version; nil before the agreement, and for protocols without versions.
  package var version: String?
  /// The account of the client; nil for none.
  package var user: String?
  /// The agreed heartbeat intervals of each side, in milliseconds, 0 for never; nil without an agreement.
  package var clientHeartbeat: Int64?
  package var serverHeartbeat: Int64?
  package var subscriptions: [Subscription] = []

  /// The status of a session with only its protocol.
  package init(_ protocolName: String) { self.protocolName = protocolName }
}

/// What happens to messages when a reader is so slow that its queue is full.
package enum OverflowPolicy: Sendable, Equatable {
  /// The socket is closed with 1013 (try again later), because the client cannot recover missed messages.
  case close
  /// The oldest messages that were sent with this policy are dropped.
  case dropOldest
}

/// A socket as other threads see it: they send through it.
package protocol WebSocketHandle: Sendable {
  /// Queues a message.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy)

  /// Queues a message, and reports its delivery.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?)

  /// Queues a message of a channel that must not be missed.
  func send(_ message: WebSocketMessage, about subject: ChannelMessage)

  /// Whether so many messages wait that a considerate sender pauses. After it was true, ``WebSocketEvent/caughtUp``
  /// notifies the session when to continue.
  var isCongested: Bool { get }

  /// Bytes of messages that wait to be sent.
  var queuedBytes: Int { get }

  /// Sends what is queued, then a close frame.
  func close(code: UInt16, reason: String)

  /// Resets the connection immediately (RFC 9293 §3.5.2): without a close frame, and queued messages are lost.
  func abort()

  /// Sends queued messages, waits until the client's system has them (at most some seconds), then resets the
  /// connection. Data from the client is discarded meanwhile.
  func abortInTurn()

  /// Stops or continues reading from the client. Meanwhile the client is neither pinged nor disconnected for its
  /// silence; its bytes stay in the system's buffers, so that finally it cannot write any more.
  func pauseReading(_ isPaused: Bool)

  /// Reports a mistake in the message that the session is handling to the journal.
  ///
  /// - Parameters:
  ///   - location: The kind of mistake, such as `padded-value`.
  ///   - isViolation: Whether it breaks the documented contract, and so is a finding of the run.
  func remark(_ location: String, _ message: String, isViolation: Bool)

  /// Tells the journal that the message that the session is handling only continues what an earlier one began: mistakes
  /// are reported to the earlier one.
  func continueMessage()

  /// Tells the journal what the message says that the session is handling.
  func note(_ message: ChannelMessage)
}

extension WebSocketHandle {
  /// Queues a message that must not be missed.
  package func send(_ message: WebSocketMessage) { send(message, whenFull: .close) }

  package func send(_ message: WebSocketMessage, about subject: ChannelMessage) { send(message) }

  package func remark(_ location: String, _ message: String, isViolation: Bool) {}

  package func continueMessage() {}

  package func note(_ message: ChannelMessage) {}

  /// For handles that send each message immediately.
  package func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?) {
    send(message, whenFull: policy)
    report?.settle(.whole)
  }

  /// For handles without a queue.
  package func abortInTurn() { abort() }

  package var queuedBytes: Int { 0 }
}

/// An accepted request to switch protocols.
package struct WebSocketUpgrade: Sendable {
  /// The subprotocol to return (RFC 6455 §4.2.2), one that the client offered; nil for none.
  package let subprotocol: String?
  /// Headers of the 101 response besides those of the handshake.
  package var headers: HeaderFields
  /// How the 101 response is sent; nil for immediately. The ending `truncated` has no meaning without a body.
  package var delivery: ResponseDelivery?
  /// The value of `Date` (RFC 9110 §6.6.1); nil for that of ``RequestHandler/dateHeader()``.
  package var date: String?
  /// Creates the session; called on the socket's loop.
  package let makeSession: @Sendable () -> any WebSocketSession

  /// An accepted upgrade.
  package init(
    subprotocol: String? = nil, headers: HeaderFields = [:],
    makeSession: @escaping @Sendable () -> any WebSocketSession
  ) {
    self.subprotocol = subprotocol
    self.headers = headers
    self.makeSession = makeSession
  }
}

/// The server side of the opening handshake (RFC 6455 §4.2).
package enum WebSocketHandshake {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Checks that a request asks for an upgrade to WebSocket version 13.
  ///
  /// - Returns: The value of `Sec-WebSocket-Accept`.
  /// - Throws: ``Problem`` of kind `upgradeRequired` for an ordinary request or another version,
  ///   `malformedRequest` for a bad key.
  package static func accept(_ request: Request) throws(Problem) -> String {
    let headers = request.headers
    guard headers.contains(token: "websocket", in: "Upgrade"), headers.contains(token: "Upgrade", in: "Connection")
    else {
      throw Problem(
        .upgradeRequired, "this path speaks WebSocket: connect with ws:// instead of http://",
        headers: ["Upgrade": "websocket"])
    }
    guard headers["Sec-WebSocket-Version"]?.trimmingBlanks() == "13" else {
      throw Problem(
        .upgradeRequired, "WebSocket version 13 is spoken here (RFC 6455)", field: "Sec-WebSocket-Version",
        value: headers["Sec-WebSocket-Version"]
      ).with(header: "Sec-WebSocket-Version", "13").with(header: "Upgrade", "websocket")
    }
    guard let key = headers["Sec-WebSocket-Key"]?.trimmingBlanks(), isKey(key) else {
      throw Problem(
        .malformedRequest, "Sec-WebSocket-Key must be 16 bytes in base64", field: "Sec-WebSocket-Key",
        value: headers["Sec-WebSocket-Key"])
    }
    return acceptance(of: key)
  }

  /// The value of `Sec-WebSocket-Accept` for a key (RFC 6455 §4.2.2).
  package static func acceptance(of key: String) -> String { Base64.encode(SHA1.hash(Array((key + suffix).utf8))) }

  /// The first subprotocol that the client offered and the server supports, in the server's order of preference; nil
  /// when there is none.
  package static func subprotocol(_ request: Request, among known: [String]) -> String? {
    known.first { request.headers.contains(token: $0, in: "Sec-WebSocket-Protocol") }
  }

  /// 16 bytes are 22 characters and two of padding.
  private static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes.suffix(2) == ArraySlice("==".utf8) else { return false }
    return bytes.dropLast(2).allSatisfy { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "/"): true
      default: false
      }
    }
  }
}
