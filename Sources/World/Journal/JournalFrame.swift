import HTTPCore
import Locking
import Synchronization

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
  /// The id of the ``Device`` that opened the socket.
  package let device: String?
  package let fault: AppliedFault?
  /// What the session finds wrong with it; nil for what the server sends.
  package let remarks: FrameRemarks?
  /// What became of it; nil while it is under way.
  package private(set) var ending: Transmission.Ending?
  /// Whether a fault holds it back until something lets it go on, if anything does.
  package let isHeld: Bool

  /// A frame from its parts.
  package init(
    socket: String, api: String, path: String, direction: Direction, message: WebSocketMessage,
    account: String? = nil, device: String? = nil, fault: AppliedFault? = nil, remarks: FrameRemarks? = nil,
    ending: Transmission.Ending? = .whole, isHeld: Bool = false
  ) {
    (self.ending, self.isHeld) = (ending, isHeld)
    self.socket = socket
    self.api = api
    self.path = path
    self.direction = direction
    self.message = message
    self.account = account
    self.device = device
    self.fault = fault
    self.remarks = remarks
    payloadBytes = message.bytes.count
  }

  /// Whether it arrived: a received frame at its session, a sent one at the system, which has all its bytes. nil while it
  /// is on its way and no fault holds it.
  package var isDelivered: Bool? {
    if let ending { return ending == .whole }
    return isHeld ? false : nil
  }

  /// The frame when it is known what became of it.
  func ended(_ ending: Transmission.Ending) -> JournalFrame {
    var copy = self
    copy.ending = ending
    return copy
  }

  /// The frame before that is known.
  var underWay: JournalFrame {
    var copy = self
    copy.ending = nil
    return copy
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
