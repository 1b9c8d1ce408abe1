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
  /// A message larger than the limit came and was thrown away.
  case oversized(limit: Int)
  /// The reader was so slow that messages which may be dropped were, since this was last said.
  case dropped(messages: Int)
  /// Little waits for the reader any more, after ``WebSocketHandle/isCongested`` was true.
  case caughtUp
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

  /// What it tells of itself to those who look at open sockets; nil for nothing. Asked between two events.
  var status: SessionStatus? { get }
}

extension WebSocketSession {
  package var status: SessionStatus? { nil }
}

/// What a session tells of itself.
package struct SessionStatus: Sendable, Equatable {
  /// Something that the client subscribed to.
  package struct Subscription: Sendable, Equatable {
    /// The client's id of it; that of the destination where the protocol has none.
    package let id: String
    package let destination: String
    /// How the client acknowledges, such as `auto`; nil where the protocol knows no acknowledgements.
    package let acknowledgement: String?
    /// How many messages it has not acknowledged.
    package let unacknowledged: Int

    /// A subscription from its parts.
    package init(id: String, destination: String, acknowledgement: String? = nil, unacknowledged: Int = 0) {
      (self.id, self.destination) = (id, destination)
      (self.acknowledgement, self.unacknowledged) = (acknowledgement, unacknowledged)
    }
  }

  /// Such as `stomp`.
  package var protocolName: String
  /// The agreed version; nil before there is one, and where there are none.
  package var version: String?
  /// Whom the client signed in as; nil for nobody.
  package var user: String?
  /// How often each side promised to be heard, in milliseconds, 0 for never; nil where nothing was agreed.
  package var clientHeartbeat: Int64?
  package var serverHeartbeat: Int64?
  package var subscriptions: [Subscription] = []

  /// The status of a session of which only the protocol is known.
  package init(_ protocolName: String) { self.protocolName = protocolName }
}

/// What becomes of messages when a reader is so slow that its queue is full.
package enum OverflowPolicy: Sendable, Equatable {
  /// The socket is closed with 1013 (try again later), since what it missed cannot be made up for.
  case close
  /// The oldest messages that were sent with this policy are dropped.
  case dropOldest
}

/// A socket seen from elsewhere: other threads push through it.
package protocol WebSocketHandle: Sendable {
  /// Queues a message.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy)

  /// Queues a message, and reports what becomes of it.
  func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?)

  /// Whether so much waits for the reader that a considerate sender stops. Once it was true, the session is told
  /// by ``WebSocketEvent/caughtUp`` when to go on.
  var isCongested: Bool { get }

  /// Bytes of messages that wait to be sent.
  var queuedBytes: Int { get }

  /// Sends what is queued, then a close frame.
  func close(code: UInt16, reason: String)

  /// Drops the connection at once by a reset (RFC 9293 §3.5.2): no close frame, and what is queued is lost.
  func abort()

  /// Sends what is queued, waits until the client's system has it (at most some seconds), then drops the connection by a
  /// reset. What the client sends meanwhile is thrown away.
  func abortInTurn()

  /// Stops to read from the client, or goes on. Meanwhile it is not asked whether it is there, nor dropped for its
  /// silence; and its bytes stay where they are, so that at last it cannot write any more.
  func pauseReading(_ isPaused: Bool)

  /// Tells the journal what is wrong with the message that the session takes at this moment.
  ///
  /// - Parameters:
  ///   - location: What kind of mistake it is, such as `padded-value`.
  ///   - isViolation: Whether it breaks what is documented, and so is a finding of the run.
  func remark(_ location: String, _ message: String, isViolation: Bool)
}

extension WebSocketHandle {
  /// Queues a message that must not be missed.
  package func send(_ message: WebSocketMessage) { send(message, whenFull: .close) }

  package func remark(_ location: String, _ message: String, isViolation: Bool) {}

  /// For handles that pass each message on at once.
  package func send(_ message: WebSocketMessage, whenFull policy: OverflowPolicy, report: (any MessageReport)?) {
    send(message, whenFull: policy)
    report?.settle(.whole)
  }

  /// For handles with nothing queued.
  package func abortInTurn() { abort() }

  package var queuedBytes: Int { 0 }
}

/// A request to switch protocols, granted.
package struct WebSocketUpgrade: Sendable {
  /// The subprotocol to echo (RFC 6455 §4.2.2), one the client offered, or nil for none.
  package let subprotocol: String?
  /// Headers of the 101 answer besides those of the handshake.
  package var headers: HeaderFields
  /// How the 101 answer goes out; nil for at once. Of the endings, `truncated` has no meaning without content.
  package var delivery: ResponseDelivery?
  /// The value of `Date` (RFC 9110 §6.6.1); nil for that of ``RequestHandler/dateHeader()``.
  package var date: String?
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

/// The server's half of the opening handshake (RFC 6455 §4.2).
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
    return Base64.encode(SHA1.hash(Array((key + suffix).utf8)))
  }

  /// The first of the subprotocols that the client offered and the server knows, in the server's order of
  /// preference; nil when there is none.
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
